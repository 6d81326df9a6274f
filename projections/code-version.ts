/**
 * The version of the folding code. Increment it with every change to the rows that a fold writes, or to the tables and
 * indexes it writes to: servers then rebuild their read models from the ledger. `code-version.test.ts` compares the
 * recorded hash of the fold sources with the actual one.
 */
export const codeVersion = 22

/**
 * The first version whose generations this code can read. After an update from an older one, requests are answered 503
 * until the next generation is live. Raise it with a read that needs a table or a column of a newer version.
 */
export const oldestReadableVersion = 20

/** Hash of all code that writes rows, in every workspace, without comments and whitespace. */
export const foldSources = '53cea03268f8fcf9'
