// The same standard as for Python: these rules correspond to those of ruff in pyproject.toml.
import js from "@eslint/js"
import globals from "globals"

const LIMITS = {
  complexity: ["error", 12],
  "max-len": [
    "error",
    { code: 100, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
  ],
}
const HABITS = {
  curly: ["error", "multi-line"],
  eqeqeq: "error",
  "no-console": "error",
  "no-eval": "error",
  "no-implicit-globals": "error",
  "no-implied-eval": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": ["error", { allowVoid: true }],
  "no-return-assign": ["error", "except-parens"],
  "no-shadow": "error",
  "no-throw-literal": "error",
  "no-unused-vars": ["error", { caughtErrors: "all" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "prefer-template": "error",
}

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" }, rules: { ...LIMITS, ...HABITS } },
  {
    files: ["search/**/*.js", "offline/**/*.js", "embed/**/*.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  // Checked as modules, although pages load them as plain scripts:
  // generator/rulebinder/theme/assets.py wraps each in a function with strict mode.
  { files: ["scripts/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**/*.js", "*.config.js"], languageOptions: { globals: globals.node } },
]
