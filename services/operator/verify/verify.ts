import { isDeepStrictEqual } from 'node:util'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import {
  createReadModels,
  indexReadModels,
  readModelTables,
} from '@stepledger/projections/fold/read-models.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import pg from 'pg'
import { z } from 'zod'
import { readCompetitionEvents } from '../../competition-streams.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressState } from '../output.ts'
import { requireLiveGeneration } from '../store.ts'
import { checkStandings } from './check-standings.ts'
import { compareTables } from './compare-tables.ts'
import {
  checkIdentities,
  continuesFrom,
  type FoldedPosition,
  type FreshFold,
  freshFold,
  lockTables,
  readFoldedPosition,
} from './fresh-fold.ts'
import { type Difference, type Tally, tally } from './report.ts'

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
  const generation = await requireLiveGeneration({ database })
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

/**
 * The rules of the generation, read from the ledger; a different stored copy is a fault. Throws CommandFailedError if it
 * was folded by other code or from another ledger.
 */
async function checkedRules(
  ledger: Ledger,
  generation: StoredGeneration,
  faults: Tally<string>,
): Promise<Rules> {
  if (generation.codeVersion !== codeVersion)
    throw new CommandFailedError(
      `Generation ${generation.id} was folded by version ${generation.codeVersion} of the code, this is version ${codeVersion}`,
    )
  const inForce = await latestRules(ledger)
  if (inForce?.ledgerId !== generation.ledgerId)
    throw new CommandFailedError(
      `Generation ${generation.id} was folded from ledger ${generation.ledgerId}, but this is ${inForce?.ledgerId ?? 'no ledger yet'}`,
    )
  const recorded = await ledger.at('rules', { partition: 0, offset: generation.rulesOffset })
  const event = recorded && decodeEvent(recorded.bytes)
  if (event?.type !== 'RulesPublished')
    throw new CommandFailedError(
      `Generation ${generation.id} names rules at ${generation.rulesOffset} where the ledger has none`,
    )
  if (!isDeepStrictEqual(event.data.rules, generation.rules))
    faults.add(`the rules that generation ${generation.id} keeps are not those of the ledger`)
  return event.data.rules
}

/** A temporary schema with empty read models, on its own connection. */
type Scratch = Awaited<ReturnType<typeof openScratch>>

const schema = 'verify'
const tables = readModelTables.map(({ name }) => `${schema}.${name}`)

/**
 * Creates the empty scratch schema. An advisory lock allows one at a time; a schema found under the lock was left by a
 * killed verify and is dropped. Throws CommandFailedError while another process verifies.
 */
export async function openScratch(database: Database) {
  const client = await database.connect('stepledger verify')
  const drop = () => client.query(`drop schema if exists ${schema} cascade`)
  async function empty() {
    await drop()
    await client.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    // Temporary data needs no write-ahead log.
    for (const table of tables) await client.query(`alter table ${table} set unlogged`)
  }
  let pid: number
  try {
    pid = await pidOf(client)
    await lock(client)
    await client.query('set client_min_messages = warning; set synchronous_commit = off')
    await empty()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    client,
    schema,
    /** Creates the tables again, empty. */
    empty,
    async analyze() {
      await client.query(`analyze ${tables.join(', ')}`)
    },
    async cancel() {
      await database.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
    },
    async drop() {
      // After a lost connection the next verify drops the schema.
      await client.query('rollback').catch(() => {})
      await drop().catch(() => {})
      await client.end().catch(() => {})
    },
  }
}

/** The connection of a killed verify needs some time to close. */
const lockTimeoutMs = 5_000

async function lock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.verify])
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new CommandFailedError('Another `ledger verify` is running', { cause: error })
    throw error
  }
  await client.query('reset lock_timeout')
}

const lockNotAvailable = '55P03'

const pidRow = z.tuple([z.object({ pid: z.int() })])

async function pidOf(client: pg.Client): Promise<number> {
  return pidRow.parse((await client.query('select pg_backend_pid() as pid')).rows)[0].pid
}
