/**
 * The version of the folding code. Whoever changes what a fold writes, or the tables and indexes that it writes to, counts it up, so that
 * history is folded anew. `code-version.test.ts` compares a hash of the fold sources with the one recorded here.
 */
export const codeVersion = 7

/** Of the sources that the folds and their tables are made of, without types and comments. */
export const foldSources = 'c47799be328a33db'
