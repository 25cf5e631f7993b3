// Types that the scripts of the pages share. No browser loads this file.

import type { Client } from "../search/view/client.js"

declare global {
  interface Window {
    /** For authors of scripts (docs/en/linking.md). */
    rulebinder: { search: (...asked: Parameters<Client["list"]>) => ReturnType<Client["list"]> }
  }
}
