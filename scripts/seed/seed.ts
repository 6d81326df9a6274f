import { availableParallelism } from 'node:os'
import { continuePlayIds } from '@stepledger/services/ingest/play-ids/continue-play-ids.ts'
import type { ProgressOutput } from '@stepledger/services/operator/output.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import type { Engine } from '@stepledger/services/platform/engine.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { z } from 'zod'
import { addPlayers } from '../../tests/generators/add-players.ts'
import { chunkPlays, generatorThread, type HistoryGenerator, historyGenerator } from './generators.ts'
import { beginningOf, type Seeding } from './history.ts'
import { seededPlayer } from './players.ts'

export type Seeded = Awaited<ReturnType<typeof seed>>

/** Generates history and appends it to the ledger. `onThreads`: on worker threads. */
export async function seed(
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  wanted: Omit<Seeding, 'after'>,
  { output, onThreads }: { output: ProgressOutput; onThreads: boolean },
) {
  const { signal } = output
  const keepChecked = await continuePlayIds(database, ledger)
  const seeding = { ...wanted, after: await greatestId(database) }
  const { plays } = seeding
  const from = new Date(beginningOf(seeding))
  const newPlayers = await addAccounts(database, seeding, from, output)

  const generators = onThreads
    ? Array.from({ length: Math.min(4, availableParallelism()) }, () => generatorThread(seeding))
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
    // The ids are of this database, so the next start of ingest need not read these plays.
    await keepChecked()
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
  database: Database,
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
async function takeIds({ pool }: Database, count: number): Promise<number[]> {
  const { rows } = await pool.query("select nextval('ingest.play_ids') as id from generate_series(1, $1)", [
    count,
  ])
  return given.parse(rows).map(({ id }) => id)
}

async function greatestId({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    'select case when is_called then last_value else last_value - 1 end as id from ingest.play_ids',
  )
  return last.parse(rows)[0].id
}

interface AppendOptions {
  readonly ledger: Pick<Ledger, 'append'>
  readonly plays: number
  /** Generate chunks in turn (round robin). */
  readonly generators: readonly HistoryGenerator[]
  /** Reserves ids for this many plays, greater than all assigned ones. */
  readonly takeIds: (count: number) => Promise<readonly number[]>
  /** Plays appended so far. */
  readonly onProgress: (plays: number) => void
  readonly signal: AbortSignal
}

/** Maximum chunks generated ahead by each generator, and chunks being appended. A chunk has several MB. */
const maxAhead = 2
const maxAppending = 4

/**
 * Appends history in order while later chunks are generated. After an abort it stops before the next chunk; the result
 * has the numbers of appended plays and events, of charts that were played and of players who played.
 */
async function appendHistory(options: AppendOptions) {
  const { ledger, plays, generators, takeIds, onProgress, signal } = options
  const chunks = Math.ceil(plays / chunkPlays)
  const generating: Promise<{
    events: Awaited<ReturnType<HistoryGenerator['generate']>>
    ids: readonly number[]
  }>[] = []
  const appending: Promise<void>[] = []
  const done = { plays: 0, events: 0, firstPlay: 0, lastPlay: 0 }
  const charts = new Set<number>()
  const players = new Set<string>()
  let requested = 0

  async function requestNext(): Promise<void> {
    const chunk = requested++
    const generator = generators[chunk % generators.length]
    if (!generator) throw new RangeError('there is no generator')
    const ids = await takeIds(Math.min(chunkPlays, plays - chunk * chunkPlays))
    const result = generator.generate(chunk, ids).then((events) => ({ events, ids }))
    // A rejection is handled where the promise is awaited.
    result.catch(() => {})
    generating.push(result)
  }

  try {
    for (let chunk = 0; chunk < chunks && !signal.aborted; chunk++) {
      while (requested < chunks && requested <= chunk + maxAhead * generators.length) await requestNext()
      const next = await generating.shift()
      if (!next) break
      const { events, ids } = next
      const appended = Promise.all(events.map((event) => ledger.append('events', event))).then(() => {
        done.plays += ids.length
        done.events += events.length
        for (const { key, chart } of events) {
          if (chart === null) continue
          charts.add(chart)
          players.add(key)
        }
        onProgress(done.plays)
      })
      appended.catch(() => {})
      appending.push(appended)
      done.firstPlay ||= ids[0] ?? 0
      done.lastPlay = ids.at(-1) ?? 0
      if (appending.length >= maxAppending) await appending.shift()
    }
  } finally {
    await Promise.allSettled(appending)
  }
  await Promise.all(appending)
  return { ...done, charts: charts.size, players: players.size }
}
