/** Suffix of an exported file until it is complete. */
export const draftEnding = '.part'
