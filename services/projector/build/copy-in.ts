import { finished } from 'node:stream/promises'
import type { CopyIn } from '@stepledger/projections/copied-table.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** COPY FROM STDIN over this connection. */
export function copyIn(client: pg.ClientBase): CopyIn {
  return async ({ into, rows }) => {
    const stream = client.query(copyFrom(`copy ${into} from stdin`))
    stream.end(rows)
    await finished(stream)
  }
}
