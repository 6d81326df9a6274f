import type { Config } from '../../platform/config/config.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { createMoveTable, messageOf, readMoveState } from '../../platform/move/move-state.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import { checkLedger, copyLedger } from './copy-ledger.ts'
import { type Copy, copyAhead, copyRest, ledgerCopyOf } from './copy-system.ts'
import { keepsGenerations } from './fold-ahead.ts'
import { admitServers, claimTarget, type RecordMove } from './mark-move.ts'
import { openTarget } from './open-target.ts'
import { partitionMap } from './partition-map.ts'
import { withStoppedWriters } from './stop-writers.ts'
import { hasSameStorage, placeName } from './target-config.ts'

interface MoveOptions extends Pick<Copy, 'source' | 'owner' | 'output' | 'log'> {
  readonly from: Config
  readonly to: Config
  /** Number of partitions of the new ledger, a multiple of those of the old one. */
  readonly partitions: number
  /** Whether to stop the writers now; asked when nearly everything is copied. */
  readonly confirm: () => Promise<boolean>
  readonly record: RecordMove
  readonly now: () => number
}

interface Copied {
  readonly events: number
  /** Copied by this run. */
  readonly files: number
  readonly tables: number
  readonly rows: number
  /** Whether pages are complete already; otherwise the server folds them when it starts. */
  readonly folded: boolean
  /** For how long writers were stopped, s; from then on the old system stays read-only. */
  readonly stoppedSeconds: number
}

export type MoveReport = NonNullable<Awaited<ReturnType<typeof runMove>>>

/**
 * Moves a running system: copies events and files and folds them, then stops the writers, copies the rest and all
 * tables, and marks the old system as moved. With as many partitions every event keeps its position. Resumes after an
 * interruption: until the mark is committed, the old system stays in use. Returns null if it was not confirmed. Throws
 * CommandFailedError.
 */
export async function runMove(options: MoveOptions) {
  const { output, owner } = options
  const lock = { locks: [advisoryLocks.move], applicationName: 'stepledger move', signal: output.signal }
  return failIfLocked(
    'Another move is running',
    withLock(owner, lock, (signal) => move({ ...options, output: { ...output, signal } })),
  )
}

async function move(options: MoveOptions) {
  const { source, owner, from, to, partitions, output, log, now } = options
  const startedAt = now()
  const inForce = await latestRules(source.ledger)
  if (!inForce) throw new CommandFailedError('The ledger is not initialised yet: there is nothing to move')
  const { ledgerId } = inForce
  const names = { from: placeName(from), to: placeName(to), ledgerId }
  const before = await readMoveState(owner.pool)
  if (before && (before.state !== 'moved' || before.place !== names.to))
    throw new CommandFailedError(messageOf(before))
  const target = await openTarget(to, partitions, log, output.signal, async (database) => {
    if (before && (await readMoveState(database.pool)) === null)
      throw new CommandFailedError(messageOf(before))
    await claimTarget(database, names)
  })
  try {
    const files = hasSameStorage(from, to) ? null : new Set<string>()
    const map = partitionMap(source.ledger.partitions.events, partitions)
    const copy = { ...options, target, files, names, map }
    // An earlier run has committed the move, and was interrupted before a server could start on the new system.
    const rest = before ? await checkCopied(copy) : await copyAndSwitch(copy)
    if (!rest) return null
    await admitServers(target, options.record)
    return { ...names, ...rest, partitions, seconds: (now() - startedAt) / 1000 }
  } finally {
    await target.close()
  }
}

async function copyAndSwitch(copy: Copy & MoveOptions): Promise<Copied | null> {
  const { owner, from, output, now } = copy
  await owner.pool.query(createMoveTable)
  await checkLedger(ledgerCopyOf(copy), { whole: false })
  const files = await copyAhead(copy)
  if (!(await copy.confirm())) return null
  // What was appended while the question was open.
  await copyLedger(ledgerCopyOf(copy), output)
  const stoppedAt = now()
  const options = { signal: output.signal, ledgerInDatabase: from.ledgerUrl === null }
  const rest = await withStoppedWriters(owner, options, (stopped) => copyRest(copy, stopped))
  return { ...rest, files: files + rest.files, stoppedSeconds: (now() - stoppedAt) / 1000 }
}

async function checkCopied(copy: Copy): Promise<Copied> {
  const { owner, target } = copy
  // Kafka may have stored an event since that was not acknowledged.
  const events = await checkLedger(ledgerCopyOf(copy), { whole: false })
  const folded = await keepsGenerations(owner.pool, target.owner.pool)
  return { events, files: 0, tables: 0, rows: 0, folded, stoppedSeconds: 0 }
}
