// What the scripts of the pages share. Nothing of it is loaded by a browser.

import type { Search } from "../search/ui.js"

declare global {
  interface Window {
    /** For whoever scripts a page (docs/en/linking.md). */
    rulebinder: { search: (...asked: Parameters<Search["list"]>) => ReturnType<Search["list"]> }
  }
}

/** What search/ui.js exports. */
export type Ui = typeof import("../search/ui.js")

/** What search/marks.js exports. */
export type Marks = typeof import("../search/marks.js")
