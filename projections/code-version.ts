/**
 * The version of the folding code. Whoever changes what a fold writes counts it up, so that history is folded anew. A test compares a
 * hash of the fold sources with the one recorded for this version.
 */
export const codeVersion = 1
