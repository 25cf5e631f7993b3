// The rules of stylelint-config-standard, with these exceptions.
const OURS = "[a-z][a-z0-9]*(-[a-z0-9]+)*"

export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // generator/rulebinder/theme/assets.py joins what is imported.
    "import-notation": "string",
    // One declaration a line, so that a change shows what it changes.
    "declaration-block-single-line-max-declarations": 1,
    // Sheets are sorted by topic, so a rule for a state may come before a weaker rule for another
    // element.
    "no-descending-specificity": null,
    // The theme's class names follow their own pattern.
    "custom-property-pattern": `^(${OURS}|md-[a-z-]+)$`,
    "selector-class-pattern": `^(${OURS}|md-[a-z_]+)$`,
    // Font names keep their makers' spelling.
    "value-keyword-case": [
      "lower",
      { ignoreProperties: ["/^--/"], ignoreKeywords: ["CanvasText"] },
    ],
    // Dark pages matter to more readers than the few whose browsers need these.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["text-fill-color", "touch-callout"] }],
  },
}
