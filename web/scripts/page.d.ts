// Types that the scripts of the pages share. No browser loads this file.

import type { Search } from "../search/view/ui.js"

declare global {
  interface Window {
    /** For authors of scripts (docs/en/linking.md). */
    rulebinder: { search: (...asked: Parameters<Search["list"]>) => ReturnType<Search["list"]> }
  }
}

/** The exports of search/view/ui.js. */
export type Ui = typeof import("../search/view/ui.js")

/** The exports of search/view/marks.js. */
export type Marks = typeof import("../search/view/marks.js")

/** The exports of search/table/table.js. */
export type Table = typeof import("../search/table/table.js")

/** The exports of offline/keeping.js. */
export type Keeping = typeof import("../offline/keeping.js")
