import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { z } from 'zod'
import { contentTypeOf } from '../../platform/storage/storage-key.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { rethrowWithPath } from '../file-error.ts'
import { counted } from '../format-text.ts'

/*
 * A dump is a folder:
 *   manifest.json           what is complete, with checksums; replaced as a whole
 *   ledger/events-0, …      the events of a partition; only appended to
 *   snapshot-TIME/SCHEMA.TABLE   rows in the text format of COPY; every dump writes a new snapshot
 *   snapshot-TIME/files     the list of the files of the storage, a line of JSON each
 *   files/KEY               the files of the storage
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().min(0)

/** A part of the file of a partition: up to before the offset `events` and the byte `bytes`, from the end of the one before. */
const piece = z.object({
  events: z.int().min(1),
  bytes: size,
  sha256,
  /** SHA-256 of the last event: distinguishes this ledger from another continuation of it. */
  last: sha256,
})
export type Piece = z.infer<typeof piece>

const dumpedPartition = z.object({
  topic: z.enum(['events', 'rules']),
  partition: z.int().min(0),
  pieces: z.array(piece),
})
export type DumpedPartition = z.infer<typeof dumpedPartition>

const storedFile = z.object({ bytes: size, sha256 })
type StoredFile = z.infer<typeof storedFile>

const dumpedTable = storedFile.extend({
  /** With schema. */
  name: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  columns: z.array(z.string()).min(1),
  rows: size,
})
export type DumpedTable = z.infer<typeof dumpedTable>

const sequence = z.object({ name: z.string(), last: z.int(), isCalled: z.boolean() })
export type DumpedSequence = z.infer<typeof sequence>

/** The tables at one moment, and the files of the storage. The ledger is never older. */
const snapshot = z.object({
  folder: z.string().regex(/^snapshot-\d{8}T\d{9}Z$/),
  /** ms since 1970. */
  at: z.int(),
  /** Applied migrations by the name of their tables, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Parents before the tables that refer to them. */
  tables: z.array(dumpedTable),
  /** As of after the tables, so that each is at least as high as the ids in them. */
  sequences: z.array(sequence),
  files: storedFile.extend({ count: size }),
})
export type Snapshot = z.infer<typeof snapshot>

const manifest = z.object({
  version: z.literal(1),
  ledgerId: z.uuid(),
  ledger: z.array(dumpedPartition),
  /** Null until the first dump is complete. */
  snapshot: snapshot.nullable(),
})
export type Manifest = z.infer<typeof manifest>
export type CompleteManifest = Manifest & { readonly snapshot: Snapshot }

const dumpedFile = storedFile.extend({ key: z.string().refine((key) => contentTypeOf(key) !== null) })
export type DumpedFile = z.infer<typeof dumpedFile>

/** A file of a dump is missing, or differs from its checksum. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

const stored = z.object({ sha256, dump: z.unknown() })
const nameOfManifest = 'manifest.json'

/** Returns null if there is none. Throws CommandFailedError if it is damaged or of another release. */
async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, nameOfManifest)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    return rethrowWithPath(path)(error)
  })
  if (text === null) return null
  const read = stored.safeParse(parseJson(text))
  if (!read.success || hashOf(JSON.stringify(read.data.dump)) !== read.data.sha256)
    throw new CommandFailedError(`${path} is damaged`)
  const parsed = manifest.safeParse(read.data.dump)
  if (!parsed.success)
    throw new CommandFailedError(`${path} is not one of this release: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

export async function saveManifest(folder: string, dump: Manifest): Promise<void> {
  const text = `${JSON.stringify({ sha256: hashOf(JSON.stringify(dump)), dump }, null, 1)}\n`
  await writeHashed(join(folder, nameOfManifest), [Buffer.from(text)])
}

/** The manifest of a complete dump. Throws CommandFailedError if there is none. */
export async function openDump(folder: string): Promise<CompleteManifest> {
  const found = await readManifest(folder)
  if (!found) throw new CommandFailedError(`There is no dump in ${folder}`)
  if (!found.snapshot)
    throw new CommandFailedError(`The dump in ${folder} is not complete: run \`ledger dump\` again`)
  return { ...found, snapshot: found.snapshot }
}

/**
 * The manifest of an earlier dump of this ledger to continue, without the pieces that its files lack; a new one in an
 * empty folder. Throws CommandFailedError if the folder has anything else.
 */
export async function continueDump(folder: string, ledgerId: string, partitions: number): Promise<Manifest> {
  const found = await readManifest(folder)
  if (!found) return beginDump(folder, ledgerId, partitions)
  if (found.ledgerId !== ledgerId)
    throw new CommandFailedError(
      `${folder} has a dump of ledger ${found.ledgerId}, but this is ledger ${ledgerId}`,
    )
  const before = found.ledger.filter(({ topic }) => topic === 'events').length
  if (before !== partitions)
    throw new CommandFailedError(
      `The ledger has ${partitions} partitions, and its dump in ${folder} ${before}: use another folder`,
    )
  for (const partition of found.ledger) {
    const bytes = (await stat(pathOfPartition(folder, partition)).catch(() => null))?.size ?? 0
    const missing = partition.pieces.findIndex((one) => one.bytes > bytes)
    if (missing >= 0) partition.pieces.splice(missing)
  }
  return found
}

async function beginDump(folder: string, ledgerId: string, partitions: number): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const others = (await readdir(folder)).filter(
    (name) => name !== `${nameOfManifest}.part` && name !== 'lost+found',
  )
  if (others.length > 0) throw new CommandFailedError(`${folder} is not empty, and has no dump`)
  const events = Array.from({ length: partitions }, (_, partition) => ({
    topic: 'events' as const,
    partition,
    pieces: [],
  }))
  const ledger = [...events, { topic: 'rules' as const, partition: 0, pieces: [] }]
  const begun: Manifest = { version: 1, ledgerId, ledger, snapshot: null }
  await saveManifest(folder, begun)
  return begun
}

export function partitionsOf({ ledger }: Manifest, topic: DumpedPartition['topic']): DumpedPartition[] {
  return ledger.filter((one) => one.topic === topic)
}

export const endOf = ({ pieces }: DumpedPartition): number => pieces.at(-1)?.events ?? 0

export function pathOfPartition(folder: string, { topic, partition }: DumpedPartition): string {
  return join(folder, 'ledger', `${topic}-${partition}`)
}

export function pathOfTable(folder: string, snapshot: Pick<Snapshot, 'folder'>, name: string): string {
  return join(folder, snapshot.folder, name)
}

export function pathOfList(folder: string, snapshot: Pick<Snapshot, 'folder'>): string {
  return join(folder, snapshot.folder, 'files')
}

export function pathOfFile(folder: string, key: string): string {
  return join(folder, 'files', key)
}

/** The files of the storage in a dump. Throws DamagedFileError. */
export async function readFileList(folder: string, dumped: Snapshot): Promise<DumpedFile[]> {
  const chunks: Buffer[] = []
  for await (const chunk of verified(pathOfList(folder, dumped), dumped.files)) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return lines.map((line) => dumpedFile.parse(parseJson(line)))
}

/** Writes a file that is there completely or not at all, also after a power failure. */
export async function writeHashed(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.part`
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(draft, 'w', 0o600)
  try {
    for await (const chunk of content) {
      await append(file, draft, hash, chunk)
      bytes += chunk.length
    }
    await file.sync().catch(rethrowWithPath(draft))
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
  return { bytes, sha256: hash.digest('hex') }
}

export async function append(file: FileHandle, path: string, hash: Hash, chunk: Uint8Array): Promise<void> {
  hash.update(chunk)
  // Not `write`, which may store only a part.
  await file.writeFile(chunk).catch(rethrowWithPath(path))
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  // Some network file systems refuse to sync a folder.
  await handle.sync().catch(() => {})
  await handle.close()
}

const readBytes = 256 * 1024

/** Reads `bytes` bytes of a file from `start` on. Throws DamagedFileError, at the latest at the end. */
export async function* verified(
  path: string,
  { bytes, sha256: expected }: StoredFile,
  start = 0,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let read = 0
  const range = { start, end: start + Math.max(bytes, 1) - 1, highWaterMark: readBytes }
  try {
    for await (const chunk of createReadStream(path, range)) {
      if (!Buffer.isBuffer(chunk)) continue
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new DamagedFileError(`${path} is missing`, { cause: error })
    throw error
  }
  if (read !== bytes)
    throw new DamagedFileError(`${path} has ${start + read} bytes instead of ${start + bytes}`)
  if (hash.digest('hex') !== expected) throw new DamagedFileError(`${path} differs from its checksum`)
}

const lengthBytes = 4

/** The format of the file of a partition: for each event its length, 4 bytes big-endian, and its bytes. */
export function framed(bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(lengthBytes + bytes.length)
  frame.writeUInt32BE(bytes.length, 0)
  frame.set(bytes, lengthBytes)
  return frame
}

/** The events of a partition in order, as they are in the ledger. Throws DamagedFileError. */
export async function* eventsIn(folder: string, dumped: DumpedPartition): AsyncGenerator<Buffer> {
  const path = pathOfPartition(folder, dumped)
  let [events, bytes] = [0, 0]
  for (const next of dumped.pieces) {
    const content = verified(path, { bytes: next.bytes - bytes, sha256: next.sha256 }, bytes)
    for await (const event of framesOf(content)) {
      events += 1
      yield event
    }
    if (events !== next.events)
      throw new DamagedFileError(`${path} has ${events} events instead of ${next.events}`)
    bytes = next.bytes
  }
}

async function* framesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  let wanted = lengthBytes
  for await (const chunk of content) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) continue
    let whole = Buffer.concat(held, bytes)
    for (wanted = frameLength(whole); whole.length >= wanted; wanted = frameLength(whole)) {
      yield whole.subarray(lengthBytes, wanted)
      whole = whole.subarray(wanted)
    }
    held = [whole]
    bytes = whole.length
  }
}

/** Number of bytes needed for the next frame, as far as known. */
function frameLength(bytes: Buffer): number {
  return lengthBytes + (bytes.length < lengthBytes ? 0 : bytes.readUInt32BE(0))
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function summary(dump: CompleteManifest) {
  const { ledgerId, ledger, snapshot } = dump
  return {
    ledgerId,
    at: new Date(snapshot.at).toISOString(),
    events: sum(partitionsOf(dump, 'events').map(endOf)),
    rulesEvents: sum(partitionsOf(dump, 'rules').map(endOf)),
    tables: snapshot.tables.length,
    rows: sum(snapshot.tables.map(({ rows }) => rows)),
    files: snapshot.files.count,
    /** Without the files of the storage. */
    bytes: sum([
      ...ledger.map(({ pieces }) => pieces.at(-1)?.bytes ?? 0),
      ...snapshot.tables.map((table) => table.bytes),
    ]),
  }
}

/** What a dump contains, in the same words for both commands. */
export function contentsText({
  events,
  rulesEvents,
  rows,
  tables,
  files,
  bytes,
}: ReturnType<typeof summary>): string {
  return [
    `${counted(events, 'event')} and ${rulesEvents} of the topic rules`,
    `${counted(rows, 'row')} of ${counted(tables, 'table')}`,
    `${sizeText(bytes)} of both`,
    counted(files, 'file'),
  ].join(', ')
}
