// The module that generator/rulebinder/outputs/offline.py makes for each site.

/** What the worker knows about its site. */
export interface Site {
  /** The version of the files that pages load. */
  version: string
  /** A digest of all that can be kept. It only makes browsers notice that the site has changed. */
  digest: string
  /** The languages of the site. The first is its own. */
  langs: string[]
  /** The addresses of the files that say what is missing, from the site's root. */
  first: string[]
}

export const SITE: Site
