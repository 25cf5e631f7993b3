// The rules of stylelint-config-standard, but for what is said here.
const OURS = "[a-z][a-z0-9]*(-[a-z0-9]+)*"

export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // One rule a line: a sheet is read as a list of what looks how.
    "declaration-block-single-line-max-declarations": null,
    // A sheet is sorted by topic, so a rule for a state may come before a weaker rule elsewhere.
    "no-descending-specificity": null,
    // The theme names its own parts as it likes.
    "custom-property-pattern": `^(${OURS}|md-[a-z-]+)$`,
    "selector-class-pattern": `^(${OURS}|md-[a-z_]+)$`,
    // Names of fonts are written as their makers write them.
    "value-keyword-case": ["lower", { ignoreProperties: ["/^--/"], ignoreKeywords: ["CanvasText"] }],
    // A dark page is read by more people than have a browser that needs these.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["text-fill-color", "touch-callout"] }],
  },
}
