// The module that generator/rulebinder/outputs/short_pages.py makes of symbols.svg and symbols.css.

/** The drawings of all symbols, one below the other. */
export const SHEET: string

/**
 * The styles of symbols, without the drawings: the policy of a website may forbid pictures, but no
 * nodes.
 */
export const STYLES: string
