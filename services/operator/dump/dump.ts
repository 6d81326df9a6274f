import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type pg from 'pg'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import { advisoryLocks, LockHeldError, withLock } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { refuseUnfinishedLoad } from '../../platform/database/unfinished-load.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import type { ListedFile, Storage } from '../../platform/storage/storage.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { rethrowWithPath } from '../file-error.ts'
import type { ProgressOutput } from '../output.ts'
import type { Store } from '../store.ts'
import {
  append,
  continueDump,
  type DumpedFile,
  type DumpedPartition,
  endOf,
  framed,
  hashOf,
  type Manifest,
  type Piece,
  pathOfFile,
  pathOfList,
  pathOfPartition,
  readFileList,
  type Snapshot,
  saveManifest,
  summary,
  syncFolder,
  writeHashed,
} from './dump-folder.ts'
import { dumpTables } from './tables.ts'

export interface DumpOptions {
  readonly folder: string
  readonly output: ProgressOutput
  readonly now: () => number
  /** Size of a piece of the ledger, bytes: an interrupted dump loses at most one. */
  readonly pieceBytes?: number
}

type Dumped = Pick<Store, 'database' | 'ledger'> & { readonly storage: Storage }

/**
 * Dumps a system while it runs. The order makes the dump consistent: first what takes long, the events and files so far;
 * then the tables in one snapshot; then the events that were appended meanwhile, and the files of the snapshot. So the
 * ledger is never older than the tables. Resumes after an interruption, adds to an earlier dump. Throws
 * CommandFailedError.
 */
export async function runDump(store: Dumped, options: DumpOptions) {
  const { signal } = options.output
  const lock = { locks: [advisoryLocks.dump], applicationName: 'stepledger dump', signal }
  return failIfLocked(
    'Another dump is running',
    withLock(store.database, lock, (signal) =>
      dump(store, { ...options, output: { ...options.output, signal } }),
    ),
  )
}

async function dump({ database, ledger, storage }: Dumped, options: DumpOptions) {
  const { folder, output, now, pieceBytes = 64 * 1024 * 1024 } = options
  const startedAt = now()
  await refuseUnfinishedLoad(database.pool)
  const inForce = await latestRules(ledger)
  if (!inForce) throw new CommandFailedError('The ledger is not initialised yet: there is nothing to dump')
  const manifest = await continueDump(folder, inForce.ledgerId, ledger.partitions.events)
  const before = manifest.snapshot ? await readFileList(folder, manifest.snapshot).catch(() => []) : []
  const known = new Map(before.map((file) => [file.key, file]))

  await dumpLedger({ ledger, folder, manifest, pieceBytes, output })
  await dumpFiles(await listFiles(storage), { storage, folder, known, output })
  const at = now()
  const name = `snapshot-${new Date(at).toISOString().replace(/[-:.]/g, '')}`
  const { listed, ...tables } = await inSnapshot(database, async (client) => ({
    // While the snapshot is young: a file that it names could be deleted.
    listed: await listFiles(storage),
    ...(await dumpTables(client, folder, { folder: name }, output)),
  }))
  await dumpLedger({ ledger, folder, manifest, pieceBytes, output })
  const files = await dumpFiles(listed, { storage, folder, known, output })
  const list = files.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))
  const stored = await writeHashed(pathOfList(folder, { folder: name }), list)
  const snapshot: Snapshot = { folder: name, at, ...tables, files: { ...stored, count: files.length } }
  const complete = { ...manifest, snapshot }
  output.signal.throwIfAborted()
  await syncFolder(folder)
  await saveManifest(folder, complete)
  await removeOthers(folder, snapshot, files)
  return { ...summary(complete), seconds: (now() - startedAt) / 1000 }
}

interface LedgerDump {
  readonly ledger: Ledger
  readonly folder: string
  readonly manifest: Manifest
  readonly pieceBytes: number
  readonly output: ProgressOutput
}

/** Adds what the files of the partitions lack. */
async function dumpLedger(dump: LedgerDump): Promise<void> {
  const { ledger, manifest, output } = dump
  // `rules` first, as its events name positions in `events`.
  const rules = await ledger.ends('rules')
  const ends: Record<Topic, number[]> = { rules, events: await ledger.ends('events') }
  const of = sum(ends.events) + sum(ends.rules)
  let done = sum(manifest.ledger.map(endOf))
  const onDumped = (events: number) => {
    done = Math.min(of, done + events)
    output.progress({ what: 'Dumping the ledger', done, of, unit: 'events' })
  }
  for (const partition of manifest.ledger)
    await dumpPartition(partition, ends[partition.topic][partition.partition] ?? 0, dump, onDumped)
}

async function dumpPartition(
  dumped: DumpedPartition,
  end: number,
  dump: LedgerDump,
  onDumped: (events: number) => void,
): Promise<void> {
  const { folder, manifest } = dump
  await checkContinues(dumped, end, dump)
  while (endOf(dumped) < end) {
    dumped.pieces.push(await appendPiece(dumped, end, dump, onDumped))
    await saveManifest(folder, manifest)
  }
}

/** The dump must be a prefix of the ledger, not of another continuation of it. Throws CommandFailedError. */
async function checkContinues(
  { topic, partition, pieces }: DumpedPartition,
  end: number,
  { ledger, folder }: LedgerDump,
): Promise<void> {
  const last = pieces.at(-1)
  if (!last) return
  const position = { partition, offset: last.events - 1 }
  const event = last.events <= end ? await ledger.at(topic, position) : null
  if (event && hashOf(event.bytes) === last.last) return
  throw new CommandFailedError(
    `The ledger differs from its dump in ${folder} at ${partition}:${position.offset} of ${topic}: it was loaded from an older dump and continued. Use another folder.`,
  )
}

async function appendPiece(
  dumped: DumpedPartition,
  end: number,
  { ledger, folder, pieceBytes, output }: LedgerDump,
  onDumped: (events: number) => void,
): Promise<Piece> {
  const { topic, partition, pieces } = dumped
  const path = pathOfPartition(folder, dumped)
  const { events: from, bytes: start } = pieces.at(-1) ?? { events: 0, bytes: 0 }
  const only = (offset: number) =>
    Array.from({ length: ledger.partitions[topic] }, (_, one) => (one === partition ? offset : 0))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    // What an interrupted dump has left.
    await truncate(path, start)
    const hash = createHash('sha256')
    let [events, bytes] = [from, start]
    let last: Uint8Array = new Uint8Array()
    // 0 to 0 leaves out the other partitions.
    for await (const batch of ledger.read(topic, only(from), { to: only(end) })) {
      output.signal.throwIfAborted()
      const frames: Buffer[] = []
      for (const { offset, bytes: event } of batch) {
        if (offset !== events)
          throw new Error(`after ${partition}:${events - 1} comes ${partition}:${offset} in the ledger`)
        const frame = framed(event)
        frames.push(frame)
        events += 1
        bytes += frame.length
        last = event
        if (bytes - start >= pieceBytes) break
      }
      await append(file, path, hash, Buffer.concat(frames))
      onDumped(frames.length)
      if (bytes - start >= pieceBytes) break
    }
    if (events === from) throw new Error(`the ledger ends at ${partition}:${from}, before its end`)
    await file.sync().catch(rethrowWithPath(path))
    if (from === 0) await syncFolder(dirname(path))
    return { events, bytes, sha256: hash.digest('hex'), last: hashOf(last) }
  } finally {
    await file.close()
  }
}

/** Runs `work` in one snapshot of the database, without a time limit. */
async function inSnapshot<T>(
  database: Pick<Database, 'connect'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await database.connect('stepledger snapshot')
  try {
    await client.query('begin isolation level repeatable read read only')
    // The first statement takes the snapshot.
    await client.query('select 1')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function listFiles(storage: Storage): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const file of storage.list('')) listed.push(file)
  return listed
}

interface FilesDump {
  readonly storage: Storage
  readonly folder: string
  /** By key: files of the dump before, whose checksums are known. New ones are added. */
  readonly known: Map<string, DumpedFile>
  readonly output: ProgressOutput
}

/** Files at once: a bucket answers slowly, and each file is flushed. */
const atOnce = 8

/**
 * Copies the listed files that the dump lacks. The content of a key never changes, so a file of the same size is complete.
 * Returns all of them; files that were deleted meanwhile are left out.
 */
async function dumpFiles(
  listed: readonly ListedFile[],
  { storage, folder, known, output: { progress, signal } }: FilesDump,
): Promise<DumpedFile[]> {
  const onProgress = (done: number) =>
    progress({ what: 'Dumping the storage', done, of: listed.length, unit: 'files' })
  async function dumpFile({ key, size }: ListedFile): Promise<DumpedFile | null> {
    const path = pathOfFile(folder, key)
    const before = known.get(key)
    if ((await stat(path).catch(() => null))?.size === size) {
      if (before?.bytes === size) return before
      return remember({ key, bytes: size, sha256: await hashOfFile(path) })
    }
    const found = await storage.get(key)
    return found && remember({ key, ...(await writeHashed(path, found.stream)) })
  }
  function remember(file: DumpedFile): DumpedFile {
    known.set(file.key, file)
    return file
  }
  const files = await mapAtOnce(listed, { atOnce, signal, onProgress }, dumpFile)
  return files.filter((file) => file !== null)
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Deletes earlier snapshots, deleted files of the storage, and drafts. */
async function removeOthers(folder: string, snapshot: Snapshot, files: readonly DumpedFile[]): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('snapshot-') && name !== snapshot.folder)
      await rm(join(folder, name), { recursive: true, force: true })
  const keys = new Set(files.map(({ key }) => key))
  const root = join(folder, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !keys.has(relative(root, path))) await rm(path, { force: true })
  }
}

/** The result of work under a lock. Throws CommandFailedError with `message` if another process holds the lock. */
async function failIfLocked<T>(message: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof LockHeldError ? new CommandFailedError(message, { cause: error }) : error
  })
}
