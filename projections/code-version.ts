/**
 * The version of the folding code. Increment it with every change to the rows that a fold writes, or to the tables and
 * indexes it writes to: servers then rebuild their read models from the ledger. `code-version.test.ts` compares the
 * recorded hash of the fold sources with the actual one.
 */
export const codeVersion = 26

/** Hash of all code that writes rows, in every workspace, without comments and whitespace. */
export const foldSources = 'a1a0bc0293706746'
