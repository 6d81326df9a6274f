import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import type { ProgressOutput } from '../output.ts'
import type { Store } from '../store.ts'
import { type BackupFolder, makeBackupFolder } from './files/backup-folder.ts'
import type { BackupKey } from './files/backup-key.ts'
import type { FileStore, StoredFile } from './files/file-store.ts'
import { type Journal, openJournal } from './files/journal.ts'
import { copyLedger } from './ledger/copy-ledger.ts'
import { filesOf, type Manifest, type Segment, summary } from './manifest.ts'
import { copyObjects, listObjects } from './storage-objects.ts'
import { copyTables } from './tables/copy-tables.ts'
import { inSnapshot, readLive } from './tables/in-snapshot.ts'

export interface BackupOptions {
  readonly folder: string
  readonly key: BackupKey | null
  readonly keep: number
  readonly output: ProgressOutput
  readonly now: () => number
  /** Maximum size of a segment of the ledger, bytes. */
  readonly segmentBytes?: number
}

type BackedUp = Pick<Store, 'database' | 'ledger'> & { readonly storage: Storage }

/**
 * Backs up a system while it runs. The order makes the backup consistent: first what takes long, the events and files so
 * far; then the tables in one snapshot; then the events that were appended meanwhile, and the files that the snapshot
 * names. So the ledger is never older than the tables, and a restore adds to the tables what only the ledger contains.
 * Resumes after an interruption. Throws CommandFailedError.
 */
export async function runBackup(store: BackedUp, options: BackupOptions) {
  const { signal } = options.output
  const lock = { locks: [advisoryLocks.backup], applicationName: 'stepledger backup', signal }
  return failIfLocked(
    'Another backup is running',
    withLock(store.database, lock, (signal) =>
      backUp(store, { ...options, output: { ...options.output, signal } }),
    ),
  )
}

async function backUp(store: BackedUp, options: BackupOptions) {
  const { database, ledger, storage } = store
  const { folder: path, key, keep, output, now, segmentBytes = 64 * 1024 * 1024 } = options
  const startedAt = now()
  const inForce = await latestRules(ledger)
  if (!inForce) throw new CommandFailedError('The ledger is not initialised yet: there is nothing to back up')
  const folder = await makeBackupFolder(path, inForce.ledgerId, key)
  const { files } = folder
  const previous = await previousBackup(folder)
  const journal = await openJournal(path, files)
  try {
    if (previous) refuseMoved(previous, ledger)
    const { segments, objects } = await copiedBefore(previous, journal, files)
    const known = new Map(objects.map((object) => [object.key, object]))
    const events = { ledger, segments, files, segmentBytes, journal, output }
    const copying = { storage, files, known, journal, output }

    await copyLedger(events)
    await copyObjects(await listObjects(storage), copying)
    const knownToTables = await ledger.ends('events')
    const at = now()
    const { tables, listed, liveGeneration } = await inSnapshot(database, async (client) => ({
      // While the snapshot is young: a file that it names could be deleted.
      listed: await listObjects(storage),
      liveGeneration: await readLive(client),
      tables: await copyTables(client, files, output),
    }))
    const ends = await copyLedger(events)
    const stored = await copyObjects(listed, copying)
    const manifest: Manifest = {
      version: 1,
      startedAt,
      at,
      finishedAt: now(),
      ledgerId: inForce.ledgerId,
      liveGeneration,
      ends,
      knownToTables,
      segments,
      tables,
      objects: stored,
    }
    output.signal.throwIfAborted()
    const backup = await folder.complete(manifest)
    await journal.close()
    const removed = await folder.prune(keep)
    return {
      ...summary(manifest),
      backup,
      written: files.written(),
      removed,
      seconds: (now() - startedAt) / 1000,
    }
  } finally {
    await journal.close().catch(() => {})
  }
}

/** The newest complete backup, to continue from; null before the first. */
async function previousBackup(folder: BackupFolder): Promise<Manifest | null> {
  return (await folder.backups()).length === 0 ? null : folder.manifest()
}

function refuseMoved({ ends }: Manifest, { partitions }: Store['ledger']): void {
  if (ends.events.length === partitions.events) return
  throw new CommandFailedError(
    `The ledger has ${partitions.events} partitions, and its backup there ${ends.events.length}: it was moved. Back it up to another folder.`,
  )
}

/** What the previous backup and an interrupted one have stored. A file that is missing in the folder is copied again. */
async function copiedBefore(previous: Manifest | null, journal: Journal, files: FileStore) {
  const present = new Set<string>()
  for (const file of previous ? filesOf(previous) : []) {
    if (!(await files.has(file))) continue
    files.reuse(file)
    present.add(file.name)
  }
  const isPresent = ({ file }: { readonly file: StoredFile }) => present.has(file.name)
  const segments: Segment[] = []
  for (const segment of [...(previous?.segments.filter(isPresent) ?? []), ...journal.segments])
    if (continues(segments, segment)) segments.push(segment)
  return { segments, objects: [...(previous?.objects.filter(isPresent) ?? []), ...journal.objects] }
}

function continues(segments: readonly Segment[], { topic, partition, from }: Segment): boolean {
  const last = segments.findLast((one) => one.topic === topic && one.partition === partition)
  return from === (last?.to ?? 0)
}
