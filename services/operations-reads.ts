import { operationsShown } from '@stepledger/contracts/http/operations.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { withDeadline } from './platform/async/with-deadline.ts'
import type { Database } from './platform/database/database.ts'
import { readSizes, type SchemaSize } from './platform/database/schema-sizes.ts'
import type { Ledger } from './platform/ledger/ledger.ts'
import { type GenerationWithState, readGenerations } from './projector/generations/generations.ts'
import { type OperatorRun, readRuns } from './projector/generations/operator-runs.ts'
import { countParked, type ParkedEvents, parkedEvents } from './projector/generations/parked-events.ts'
import { readLags } from './projector/generations/read-lags.ts'
import type { FoldingOperations } from './query/deps.ts'

/** Timeout of each read of the ledger, ms. While it does not answer, everything else is still shown. */
const ledgerMs = 1_500

/** Reads for `/admin` what `ledger status` and `ledger parked` show of folding. `now`: ms since 1970. */
export async function readOperations(
  database: Database,
  ledger: Pick<Ledger, 'ends' | 'at'>,
  now: number,
): Promise<FoldingOperations> {
  const { pool } = database
  const orNull = <T>(reading: Promise<T>) => withDeadline(ledgerMs, reading, 'the ledger').catch(() => null)
  const generations = await readGenerations(pool)
  const idIn = (state: GenerationWithState['state']) =>
    generations.find((generation) => generation.state === state)?.id ?? null
  const [live, next] = [idIn('live'), idIn('next')]
  const [ends, sizes, runs, parked] = await Promise.all([
    orNull(ledger.ends('events')),
    readSizes(database),
    readRuns(pool),
    live === null ? nothingParked : parkedEvents(database, live, operationsShown.parked),
  ])
  const events = { at: (position: Parameters<Ledger['at']>[1]) => orNull(ledger.at('events', position)) }
  const lags = await readLags(database, events, { live, next }, ends, now)
  return {
    events: ends && sum(ends),
    lags: lags.map(({ projection, waiting, seconds }) => ({ projection, waiting, seconds })),
    generations: await Promise.all(
      generations.toReversed().map((generation) => shownGeneration(pool, generation, { sizes, now })),
    ),
    parked: {
      count: parked.count,
      oldest: parked.first.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    },
    sizes,
    runs: { backup: shownRun(runs.backup), verify: shownRun(runs.verify) },
  }
}

const nothingParked: ParkedEvents = { count: 0, first: [] }

async function shownGeneration(
  pool: Database['pool'],
  { id, state, rules, rulesOffset, codeVersion, createdAt, leftMsAgo, step, stopped }: GenerationWithState,
  { sizes, now }: { readonly sizes: readonly SchemaSize[]; readonly now: number },
): Promise<FoldingOperations['generations'][number]> {
  const [checkpoints, parked] = await Promise.all([readCheckpoints(pool, id), countParked(pool, id)])
  return {
    id,
    state,
    rules: { title: rules.title, offset: rulesOffset < 0 ? null : rulesOffset },
    codeVersion,
    createdAt: createdAt.toISOString(),
    leftAt: leftMsAgo === null ? null : new Date(now - leftMsAgo).toISOString(),
    folded: sum(checkpoints),
    parked,
    bytes: sizes.find(({ schema }) => schema === `g${id}`)?.bytes ?? 0,
    step: step && { name: step.name, seconds: step.ms / 1000 },
    stopped,
  }
}

function shownRun({ succeededAt, failedAt }: OperatorRun) {
  return { succeededAt: succeededAt?.toISOString() ?? null, failedAt: failedAt?.toISOString() ?? null }
}
