/**
 * The version of the folding code. Count it up with every change of what a fold writes, or of the tables and indexes
 * that it writes to, so that history is folded again. `code-version.test.ts` compares a hash of the fold sources with
 * the one recorded here.
 */
export const codeVersion = 14

/** Of all code that writes rows, of every workspace, without comments and layout. */
export const foldSources = 'e534a2413ca954ef'
