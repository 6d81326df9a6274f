/**
 * The version of the folding code. Increment it with every change to the rows that a fold writes, or to the tables and
 * indexes it writes to: servers then rebuild their read models from the ledger. `code-version.test.ts` compares the
 * recorded hash of the fold sources with the actual one.
 */
export const codeVersion = 30

/**
 * The oldest version whose generations this release reads until it has built its own: that of the release before, whose
 * tables are in `tests/generations`. `generations/complete-tables.ts` adds what they lack. While the live one is older,
 * pages answer 503.
 */
export const oldestReadVersion = 24

/** Hash of all code that writes rows, in every workspace, without comments and whitespace. */
export const foldSources = 'c498af268a9cf00a'
