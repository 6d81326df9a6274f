import type pg from 'pg'

/**
 * Runs `COPY ... TO STDOUT` and passes each row to `onRow` as raw bytes. The buffer is reused once `onRow` returns.
 * Rejects on a database error, a lost connection, and with errors of `onRow`.
 */
export function copyOut(client: pg.ClientBase, sql: string, onRow: (row: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = false
    const fail = (error: unknown) => {
      failed = true
      reject(error)
    }
    const query: CopyQuery = {
      submit: (connection) => connection.query(sql),
      handleCopyData({ chunk }) {
        if (failed) return
        try {
          onRow(chunk)
        } catch (error) {
          fail(error)
        }
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: fail,
    }
    client.query(query)
  })
}

/** The methods that `pg` calls on a custom query. */
interface CopyQuery extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}
