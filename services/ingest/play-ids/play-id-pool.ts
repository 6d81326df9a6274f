import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/** Ids fetched at a time. What is left of them when the process ends is never used. */
const atATime = 50

/** Trouble of the passing kind is sat out for so long. */
const patienceMs = 3_000

const ids = z.array(z.object({ id: z.int() }))

/** Gives one new play id after the other. They are fetched ahead, so that a play hardly ever waits for its own. */
export function playIdPool(database: Database): () => Promise<number> {
  let ready: number[] = []
  let coming: Promise<void> | null = null

  async function fetchMore(): Promise<void> {
    try {
      const fetching = () =>
        database.pool.query({
          name: 'play-ids',
          text: `SELECT nextval('ingest.play_ids') AS id FROM generate_series(1, $1)`,
          values: [atATime],
        })
      const { rows } = await database.retrying(fetching, AbortSignal.timeout(patienceMs))
      ready = [...ready, ...ids.parse(rows).map((row) => row.id)]
    } finally {
      coming = null
    }
  }

  return async () => {
    for (;;) {
      const id = ready.shift()
      if (ready.length < atATime / 2) coming ??= fetchMore()
      if (id === undefined) {
        await coming
        continue
      }
      // Anyone who needs it hears of its failure.
      coming?.catch(() => {})
      return id
    }
  }
}
