import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { readCompetitionEvents } from '../../projector/competitions/competition-events.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressState } from '../progress.ts'
import { checkStandings } from './check-standings.ts'
import { checkedRules } from './checked-rules.ts'
import { compareTables } from './compare-tables.ts'
import { continuesFrom, type FoldedPosition, lockTables, readFoldedPosition } from './folded-position.ts'
import { type FreshFold, freshFold } from './fresh-fold.ts'
import { checkIdentities } from './play-identities.ts'
import { type Difference, type Tally, tally } from './report.ts'
import { openScratch, type Scratch } from './scratch.ts'

interface VerifyOptions {
  readonly database: Database
  readonly ledger: Ledger
  readonly onProgress?: (progress: ProgressState) => void
  readonly signal?: AbortSignal
}

export type VerifyReport = Awaited<ReturnType<typeof verify>>

/**
 * Folds the ledger from its start to the checkpoint of a generation and compares every table of the read models by key
 * (invariants 14 to 18). Works beside a running server: most events are folded in advance, then a snapshot fixes the
 * generation while the rest is folded and compared. Throws CommandFailedError, and the reason of `signal`.
 */
export async function verify(options: VerifyOptions) {
  const { database, signal } = options
  const scratch = await openScratch(database)
  const cancel = () => void scratch.cancel()
  signal?.addEventListener('abort', cancel)
  try {
    signal?.throwIfAborted()
    return await verifyIn(scratch, options)
  } catch (error) {
    // An error after an abort is a consequence of it.
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    await scratch.drop()
  }
}

/** Verification is restarted if parked events are retried meanwhile. */
const maxAttempts = 3

async function verifyIn(scratch: Scratch, options: VerifyOptions) {
  const started = performance.now()
  const { database, ledger, onProgress, signal } = options
  const generation = await readLiveGeneration(database)
  if (!generation) throw new CommandFailedError('There are no read models yet: nothing has been folded')
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const faults = tally<string>()
    const differences = tally<Difference>()
    const rules = await checkedRules(ledger, generation, faults)
    if (attempt > 1) await scratch.empty()
    let total = 0
    const fresh = freshFold({
      ledger,
      client: scratch.client,
      schema: scratch.schema,
      rules,
      faults,
      onBatch: (folded) =>
        onProgress?.({ what: 'Folding afresh', done: folded, of: Math.max(total, folded), unit: 'events' }),
      signal,
    })
    const before = await foldInAdvance(scratch, fresh, generation.id, (standing) => {
      total = sum(standing.checkpoint)
    })
    await scratch.client.query('begin isolation level repeatable read')
    const standing = await readFoldedPosition(scratch.client, generation.id)
    if (!continuesFrom(fresh.next, before, standing)) {
      await scratch.client.query('rollback')
      continue
    }
    await lockTables(scratch.client, generation.schema)
    await fresh.upTo(standing, { within: true })
    checkEnds(fresh.next, standing, faults)
    const tables = await compareTables({
      client: scratch.client,
      shown: generation.schema,
      expected: scratch.schema,
      differences,
      onTable: (table) => onProgress?.({ what: `Comparing ${table}` }),
      signal,
    })
    onProgress?.({ what: 'Comparing standings' })
    const standings = await checkStandings({
      client: scratch.client,
      shown: generation.schema,
      expected: scratch.schema,
      rules,
      events: await readCompetitionEvents(ledger, 0),
      differences,
      faults,
    })
    await checkIdentities(scratch.client, generation.schema, faults)
    await scratch.client.query('rollback')
    return {
      agrees: differences.count === 0 && faults.count === 0,
      ledgerId: generation.ledgerId,
      generation: generation.id,
      rules: { title: rules.title, offset: generation.rulesOffset },
      checkpoint: standing.checkpoint,
      ...fresh.counts,
      parked: standing.parked.size,
      tables: [...tables, ...standings.tables],
      final: standings.final,
      differing: differences.count,
      differences: differences.first,
      faults: faults.count,
      listedFaults: faults.first,
      seconds: (performance.now() - started) / 1000,
    }
  }
  throw new CommandFailedError('Parked events are being retried: run the command again afterwards')
}

/** Maximum events left for the snapshot, so that their locks fit into the lock table and the snapshot is short. */
const maxLeft = 500
const maxRounds = 20

/** Folds until at most `maxLeft` events are left below the checkpoint, which keeps moving. */
async function foldInAdvance(
  scratch: Scratch,
  fresh: FreshFold,
  generation: number,
  onRound: (standing: FoldedPosition) => void,
): Promise<FoldedPosition> {
  let used: FoldedPosition = { checkpoint: [], parked: new Set() }
  for (let round = 0; round < maxRounds; round++) {
    const standing = await readFoldedPosition(scratch.client, generation)
    if (sum(standing.checkpoint) - sum(fresh.next) <= maxLeft) break
    if (round > 0 && !continuesFrom(fresh.next, used, standing)) break
    onRound(standing)
    await fresh.upTo(standing)
    used = standing
  }
  await scratch.analyze()
  return used
}

function checkEnds(next: readonly number[], { checkpoint }: FoldedPosition, faults: Tally<string>): void {
  for (const [partition, wanted] of checkpoint.entries()) {
    const end = itemAt(next, partition)
    if (end < wanted)
      faults.add(
        `the read models stand at ${partition}:${wanted}, but the ledger ends at ${partition}:${end}`,
      )
  }
}
