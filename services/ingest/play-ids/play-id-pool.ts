import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/** Ids per fetch. Those left when the process ends are never used. */
const batchSize = 50

/** Transient database errors are retried for this long, ms. */
const retryMs = 3_000

const ids = z.array(z.object({ id: z.int() }))

/** Returns a function that yields new play ids. They are prefetched, so that a play rarely waits for one. */
export function playIdPool(database: Database): () => Promise<number> {
  let ready: number[] = []
  let fetchInFlight: Promise<void> | null = null

  async function fetchMore(): Promise<void> {
    try {
      const fetchBatch = () =>
        database.pool.query({
          name: 'play-ids',
          text: `SELECT nextval('ingest.play_ids') AS id FROM generate_series(1, $1)`,
          values: [batchSize],
        })
      const { rows } = await database.retrying(fetchBatch, retryMs)
      ready = [...ready, ...ids.parse(rows).map((row) => row.id)]
    } finally {
      fetchInFlight = null
    }
  }

  return async () => {
    for (;;) {
      const id = ready.shift()
      if (ready.length < batchSize / 2) fetchInFlight ??= fetchMore()
      if (id === undefined) {
        await fetchInFlight
        continue
      }
      // A caller that needs the fetch awaits it and gets its error.
      fetchInFlight?.catch(() => {})
      return id
    }
  }
}
