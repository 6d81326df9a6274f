import type { Config } from '../../platform/config/config.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { LockHeldError, withLock } from '../../platform/database/with-lock.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import type { Log } from '../../platform/log/log.ts'
import { createMoveTable, movedMessage, readMoveState } from '../../platform/move/move-state.ts'
import { inSnapshot, readLive } from '../backup/run-backup.ts'
import { refuseUsedDatabase } from '../backup/tables/refuse-used-database.ts'
import { withoutGenerations } from '../backup/tables/without-generations.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { copyFiles, hasFiles } from './copy-files.ts'
import { checkLedger, copyLedger, missingEvents } from './copy-ledger.ts'
import { copyTables } from './copy-tables.ts'
import { dropReadModels, keepsGenerations, whileFolding } from './fold-ahead.ts'
import { openTarget, type Target } from './open-target.ts'
import { removeTriggers, type StoppedWriters, withStoppedWriters } from './stop-writers.ts'
import { hasSameStorage, placeName } from './target-config.ts'

export interface MoveOptions {
  readonly source: Pick<Store, 'ledger' | 'storage'>
  /** The old database, connected as the owner of its tables. */
  readonly owner: Database
  readonly from: Config
  readonly to: Config
  /** Whether to stop the writers now; asked when nearly everything is copied. */
  readonly confirm: () => Promise<boolean>
  readonly output: Pick<Output, 'progress' | 'signal'>
  readonly log: Log
  readonly now: () => number
}

export interface MoveReport {
  readonly from: string
  readonly to: string
  readonly ledgerId: string
  /** Copied by this run. */
  readonly events: number
  readonly files: number
  readonly tables: number
  readonly rows: number
  /** Whether pages are complete already; otherwise the server folds them when it starts. */
  readonly folded: boolean
  /** For how long writers were stopped, s; from then on the old system stays read-only. */
  readonly stoppedSeconds: number
  readonly seconds: number
}

/** Rounds of copying what was appended meanwhile, until so few events are missing that writers can be stopped. */
const maxRounds = 5
const fewEvents = 200

/**
 * Moves a running system: copies events and files and folds them, then stops the writers, copies the rest and all
 * tables, and marks the old system as moved. Every event keeps its position. Resumes after an interruption: until the
 * mark is committed, the old system goes on. Returns null if it was not confirmed. Throws CommandFailedError.
 */
export async function runMove(options: MoveOptions): Promise<MoveReport | null> {
  const { output, owner } = options
  const lock = { lock: advisoryLocks.move, applicationName: 'stepledger move', signal: output.signal }
  try {
    return await withLock(owner, lock, (signal) => move({ ...options, output: { ...output, signal } }))
  } catch (error) {
    if (error instanceof LockHeldError)
      throw new CommandFailedError('Another move is running', { cause: error })
    throw error
  } finally {
    output.progress(null)
  }
}

async function move(options: MoveOptions): Promise<MoveReport | null> {
  const { source, owner, from, to, output, log, now } = options
  const startedAt = now()
  const inForce = await latestRules(source.ledger)
  if (!inForce) throw new CommandFailedError('The ledger is not initialised yet: there is nothing to move')
  const { ledgerId } = inForce
  const names = { from: placeName(from), to: placeName(to), ledgerId }
  const before = await readMoveState(owner.pool)
  if (before && (before.state !== 'moved' || before.place !== names.to))
    throw new CommandFailedError(
      before.state === 'moved' ? movedMessage(before) : `The move from ${before.place} is not complete`,
    )
  const withFiles = !hasSameStorage(from, to)
  let resumes = false
  const target = await openTarget(to, log, output.signal, async (database) => {
    if (before && (await readMoveState(database.pool)) === null)
      throw new CommandFailedError(movedMessage(before))
    resumes = await claimDatabase(database, names)
  })
  try {
    if (before) {
      await arrive(target)
      return {
        ...names,
        events: 0,
        files: 0,
        tables: 0,
        rows: 0,
        folded: true,
        stoppedSeconds: 0,
        seconds: 0,
      }
    }
    if (withFiles && !resumes && (await hasFiles(target.storage)))
      throw new CommandFailedError('The new storage is not empty')
    await owner.pool.query(createMoveTable)
    await checkLedger(source.ledger, target.ledger, { whole: false })
    const copied = await copyAhead(options, target, withFiles)
    if (!(await options.confirm())) return null
    // What was appended while the question was open.
    const events = copied.events + (await copyLedger(source.ledger, target.events, output, output.signal))
    const stoppedAt = now()
    const ledgerInDatabase = from.ledgerUrl === null
    const rest = await withStoppedWriters(owner, { signal: output.signal, ledgerInDatabase }, (stopped) =>
      copyRest(options, target, { stopped, withFiles, names }),
    )
    await arrive(target)
    return {
      ...names,
      ...rest,
      events: events + rest.events,
      files: copied.files + rest.files,
      stoppedSeconds: (now() - stoppedAt) / 1000,
      seconds: (now() - startedAt) / 1000,
    }
  } finally {
    await target.close()
  }
}

interface Names {
  readonly from: string
  readonly to: string
  readonly ledgerId: string
}

/**
 * Marks an empty database as the target, so that no server starts on it until everything is copied. Returns whether an
 * earlier run has done so. Throws CommandFailedError.
 */
async function claimDatabase(owner: Database, { from, to, ledgerId }: Names): Promise<boolean> {
  return owner.transaction(async (tx) => {
    const state = await readMoveState(tx)
    if (state?.state === 'arriving' && state.ledgerId === ledgerId) return true
    await refuseUsedDatabase(tx, to)
    await tx.query(createMoveTable)
    await tx.query(
      "insert into public.stepledger_move (state, ledger_id, place) values ('arriving', $1, $2)",
      [ledgerId, from],
    )
    return false
  })
}

/** Copies what takes long, and folds it, while the old system runs. */
async function copyAhead(
  options: MoveOptions,
  target: Target,
  withFiles: boolean,
): Promise<{ events: number; files: number }> {
  const { source, owner, output, log } = options
  const { signal } = output
  let [events, files] = [0, 0]
  async function copyRound(): Promise<void> {
    if (withFiles) files += await copyFiles(source.storage, target.storage, output, signal)
    events += await copyLedger(source.ledger, target.events, output, signal)
  }
  await copyRound()
  if (!(await keepsGenerations(owner.pool, target.owner.pool)))
    await copyAllTables(owner, target, { output, signal })
  await target.migrate()
  await whileFolding(target, { output, log }, async (folded) => {
    for (let round = 1; round <= maxRounds; round++) {
      await folded()
      if ((await missingEvents(source.ledger, target.events)) <= fewEvents) break
      await copyRound()
    }
  })
  return { events, files }
}

interface Rest {
  readonly stopped: StoppedWriters
  readonly withFiles: boolean
  readonly names: Names
}

async function copyRest(options: MoveOptions, target: Target, { stopped, withFiles, names }: Rest) {
  const { source, owner, output } = options
  const { signal, commit } = stopped
  const events = await copyLedger(source.ledger, target.events, output, signal)
  await checkLedger(source.ledger, target.ledger, { whole: true })
  const files = withFiles ? await copyFiles(source.storage, target.storage, output, signal) : 0
  const copied = await copyAllTables(owner, target, { output, signal })
  await commit({
    text: "insert into public.stepledger_move (state, ledger_id, place) values ('moved', $1, $2)",
    values: [names.ledgerId, names.to],
  })
  return { events, files, ...copied }
}

/** Copies the tables in one snapshot and one transaction. Keeps read models that were folded under the rules in force. */
async function copyAllTables(
  owner: Database,
  target: Target,
  { output, signal }: { readonly output: Pick<Output, 'progress'>; readonly signal: AbortSignal },
): Promise<{ tables: number; rows: number; folded: boolean }> {
  return inSnapshot(owner, (snapshot) =>
    target.owner.transaction(async (tx) => {
      const keepGenerations = await keepsGenerations(snapshot, tx)
      if (!keepGenerations) await dropReadModels(tx)
      const copied = await copyTables(snapshot, tx, { output, signal, keepGenerations })
      if (!keepGenerations) await withoutGenerations(tx, await readLive(snapshot))
      return { ...copied, folded: keepGenerations }
    }),
  )
}

/** From now on a server may start on the new system. Idempotent. */
async function arrive({ owner, migrate }: Target): Promise<void> {
  await migrate()
  await owner.pool.query("delete from public.stepledger_move where state = 'arriving'")
}

/** Lets a system that has moved go on. Returns where it had moved to, or null if it had not. */
export async function undoMove(owner: Database): Promise<string | null> {
  const state = await readMoveState(owner.pool)
  if (state?.state !== 'moved') return null
  await owner.pool.query("delete from public.stepledger_move where state = 'moved'")
  await removeTriggers(owner)
  return state.place
}
