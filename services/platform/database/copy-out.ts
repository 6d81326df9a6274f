import type pg from 'pg'

/**
 * Runs `COPY ... TO STDOUT` and gives its rows one by one, each as Postgres sends it: a message a row, whose buffer is
 * used again as soon as `onRow` is done. Rejects when the database has something against it, when the connection is
 * lost, and with what `onRow` throws.
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

/** What `pg` calls on a query of one's own. */
interface CopyQuery extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}
