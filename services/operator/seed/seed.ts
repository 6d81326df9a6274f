import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { addPlayers } from '../../accounts/players/add-players.ts'
import { continuePlayIds } from '../../ingest/play-ids/continue-play-ids.ts'
import type { ProgressOutput } from '../output.ts'
import type { Store } from '../store.ts'
import { appendHistory } from './append-history.ts'
import { generatorThread } from './generator-thread.ts'
import { historyGenerator } from './history-generator.ts'
import { seededPlayer } from './seeded-player.ts'
import { beginningOf, type Seeding } from './seeding.ts'

export type Seeded = Awaited<ReturnType<typeof seed>>

/** Generates history and appends it to the ledger. `worker`: the built `worker.ts`; null generates on this thread. */
export async function seed(
  { database, ledger }: Pick<Store, 'database' | 'ledger'>,
  wanted: Omit<Seeding, 'after'>,
  { output, worker }: { output: ProgressOutput; worker: URL | null },
) {
  const { signal } = output
  await continuePlayIds(database, ledger)
  const seeding = { ...wanted, after: await greatestId(database) }
  const { plays } = seeding
  const from = new Date(beginningOf(seeding))
  const newPlayers = await addAccounts(database, seeding, from, output)

  // Keeps one core free for the database and the appends.
  const threads = Math.min(4, Math.max(1, availableParallelism() - 1))
  const generators = worker
    ? Array.from({ length: threads }, () => generatorThread(worker, seeding))
    : [historyGenerator(seeding)]
  const started = performance.now()
  try {
    const appended = await appendHistory({
      ledger,
      plays,
      generators,
      takeIds: (count) => takeIds(database, count),
      onProgress: (done) => output.progress({ what: 'Appending', done, of: plays, unit: 'plays' }),
      signal,
    })
    const seconds = (performance.now() - started) / 1000
    return {
      seed: seeding.seed,
      newPlayers,
      ...appended,
      from: from.toISOString(),
      until: new Date(seeding.until).toISOString(),
      seconds,
      playsPerSecond: Math.round(appended.plays / seconds),
    }
  } finally {
    await Promise.all(generators.map((each) => each.close()))
  }
}

const accountsPerBatch = 1_000

/** Creates all accounts before their plays. Returns how many did not exist yet. */
async function addAccounts(
  database: Store['database'],
  { players, seed, account }: Seeding,
  since: Date,
  { progress, signal }: ProgressOutput,
): Promise<number> {
  let added = 0
  for (let from = 0; from < players && !signal.aborted; from += accountsPerBatch) {
    const batch = Array.from({ length: Math.min(accountsPerBatch, players - from) }, (_, i) =>
      seededPlayer(seed, from + i),
    )
    added += await addPlayers(database, from === 0 && account ? batch.slice(1) : batch, since)
    progress({ what: 'Creating accounts', done: from + batch.length, of: players, unit: 'accounts' })
  }
  return added
}

const given = z.array(z.object({ id: z.int() }))
const last = z.tuple([z.object({ id: z.int() })])

/** Reserves play ids, also while a server runs. */
async function takeIds({ pool }: Store['database'], count: number): Promise<number[]> {
  const { rows } = await pool.query("select nextval('ingest.play_ids') as id from generate_series(1, $1)", [
    count,
  ])
  return given.parse(rows).map(({ id }) => id)
}

async function greatestId({ pool }: Store['database']): Promise<number> {
  const { rows } = await pool.query(
    'select case when is_called then last_value else last_value - 1 end as id from ingest.play_ids',
  )
  return last.parse(rows)[0].id
}
