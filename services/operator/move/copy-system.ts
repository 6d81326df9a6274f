import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { listObjects } from '../backup/storage-objects.ts'
import { inSnapshot, readLive } from '../backup/tables/in-snapshot.ts'
import { withoutGenerations } from '../backup/tables/restore-tables.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'
import type { Store } from '../store.ts'
import { checkLedger, copyLedger, type LedgerCopy, missingEvents } from './copy-ledger.ts'
import { copyTables } from './copy-tables.ts'
import { dropReadModels, keepsGenerations, whileFolding } from './fold-ahead.ts'
import type { MoveNames } from './mark-move.ts'
import type { Target } from './open-target.ts'
import type { PartitionMap } from './partition-map.ts'
import type { StoppedWriters } from './stop-writers.ts'

export interface Copy {
  readonly source: Pick<Store, 'ledger'> & { readonly storage: Storage }
  /** The old database, connected as the owner of its tables. */
  readonly owner: Database
  readonly target: Target
  /** Keys of the files copied so far; null if both systems have the same storage. */
  readonly files: Set<string> | null
  readonly names: MoveNames
  readonly map: PartitionMap
  readonly output: ProgressOutput
  readonly log: Log
}

export function ledgerCopyOf({ source, target, map }: Pick<Copy, 'source' | 'target' | 'map'>): LedgerCopy {
  return { source: source.ledger, target: target.events, copied: target.ledger, map }
}

/** Rounds of copying what was appended meanwhile, until so few events are missing that writers can be stopped. */
const maxRounds = 5
const fewEvents = 200

/** Copies what takes long, and folds it, while the old system runs. Returns the number of copied files. */
export async function copyAhead(copy: Copy): Promise<number> {
  const { owner, target, output, log } = copy
  let files = 0
  async function copyRound(): Promise<void> {
    files += await copyNewFiles(copy)
    await copyLedger(ledgerCopyOf(copy), output)
  }
  await copyRound()
  // For the generations of the old system, whose rules stay in force.
  if (!(await keepsGenerations(owner.pool, target.owner.pool))) await copyAllTables(copy)
  await target.migrate()
  await whileFolding(target, { output, log }, async (folded) => {
    for (let round = 1; round <= maxRounds; round++) {
      await folded()
      if ((await missingEvents(ledgerCopyOf(copy))) <= fewEvents) break
      await copyRound()
    }
  })
  return files
}

/** Copies the rest while writers are stopped, and commits that the system has moved. */
export async function copyRest(given: Copy, { signal, commit }: StoppedWriters) {
  const copy = { ...given, output: { ...given.output, signal } }
  const { names, output } = copy
  await copyLedger(ledgerCopyOf(copy), output)
  const events = await checkLedger(ledgerCopyOf(copy), { whole: true })
  const files = await copyNewFiles(copy)
  const copied = await copyAllTables(copy)
  signal.throwIfAborted()
  await commit({
    text: "insert into public.stepledger_move (state, ledger_id, place) values ('moved', $1, $2)",
    values: [names.ledgerId, names.to],
  })
  return { events, files, ...copied }
}

async function copyNewFiles({ source, target, files, output }: Copy): Promise<number> {
  return files === null ? 0 : copyFiles(source.storage, target.storage, files, output)
}

/** Copies the tables in one snapshot and one transaction. Keeps read models that were folded under the rules in force. */
async function copyAllTables({ owner, target, output, map }: Copy) {
  return inSnapshot(owner, (snapshot) =>
    target.owner.transaction(async (tx) => {
      const keepGenerations = await keepsGenerations(snapshot, tx)
      if (!keepGenerations) await dropReadModels(tx)
      const copied = await copyTables(snapshot, tx, { output, keepGenerations, map })
      if (!keepGenerations) await withoutGenerations(tx, await readLive(snapshot))
      return { ...copied, folded: keepGenerations }
    }),
  )
}

const atOnce = 4

/**
 * Copies the files that the target does not have, and deletes known ones that were deleted in the source meanwhile. The
 * content of a key never changes, so a file of the same size is complete. Returns the number of copied files.
 * Throws CommandFailedError if the target has other files, and then changes nothing. `known`: keys of earlier rounds of
 * this run; new ones are added.
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  known: Set<string>,
  { progress, signal }: ProgressOutput,
): Promise<number> {
  const there = new Map((await listObjects(target)).map(({ key, size }) => [key, size]))
  const files = await listObjects(source)
  const keys = new Set(files.map(({ key }) => key))
  const deleted = [...there.keys()].filter((key) => !keys.has(key))
  const other = deleted.find((key) => !known.has(key))
  if (other !== undefined)
    throw new CommandFailedError(`The new storage has other files, such as ${other}. Move to an empty one.`)
  for (const key of keys) known.add(key)
  const missing = files.filter(({ key, size }) => there.get(key) !== size)
  const onProgress = (done: number) =>
    progress({ what: 'Copying the storage', done, of: missing.length, unit: 'files' })
  await mapAtOnce(missing, { atOnce, signal, onProgress }, async ({ key }) => {
    const found = await source.get(key)
    // Null: deleted since it was listed.
    if (found) await target.put(key, found)
  })
  for (const key of deleted) await target.delete(key)
  return missing.length
}
