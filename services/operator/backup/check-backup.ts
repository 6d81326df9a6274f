import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'
import { UnsealError } from './files/backup-encryption.ts'
import { type BackupFolder, openBackupFolder } from './files/backup-folder.ts'
import type { BackupKey } from './files/backup-key.ts'
import { DamagedFileError, type FileStore } from './files/file-store.ts'
import { hashOf } from './ledger/copy-ledger.ts'
import { eventsOf } from './ledger/segment-format.ts'
import { type Manifest, type Segment, summary } from './manifest.ts'

interface CheckOptions {
  readonly folder: string
  readonly key: BackupKey | null
  /** Of the newest backup, ms. */
  readonly maxAgeMs: number
  /** Time of a backup; the newest by default. */
  readonly at?: string | undefined
  readonly output: ProgressOutput
  readonly now: () => number
}

export type BackupCheck = Awaited<ReturnType<typeof checkBackup>>

const maxListed = 20

/**
 * Reads a whole backup: every file with its checksum, and the events of the ledger, which have no gap. Throws CommandFailedError
 * when there is no backup.
 */
export async function checkBackup(options: CheckOptions) {
  const { folder: path, key, maxAgeMs, output, now } = options
  const folder = await openBackupFolder(path, key)
  const backups = await folder.backups()
  const backup = options.at ?? backups.at(-1) ?? ''
  const manifest = await readManifest(folder, options.at)
  const ageMs = now() - manifest.at
  const problems: string[] = []
  let problemCount = 0
  const add = (problem: string) => {
    problemCount += 1
    if (problems.length < maxListed) problems.push(problem)
  }
  if (ageMs > maxAgeMs) add(`It is ${hours(ageMs)} old, and may be ${hours(maxAgeMs)} old.`)
  await checkFiles(folder.files, manifest, { add, output })
  return {
    backup,
    at: new Date(manifest.at).toISOString(),
    ageSeconds: Math.round(ageMs / 1000),
    ...summary(manifest),
    isGood: problemCount === 0,
    problems,
    problemCount,
    backups,
  }
}

async function readManifest(folder: BackupFolder, at: string | undefined): Promise<Manifest> {
  return folder.manifest(at).catch((error: unknown) => {
    if (isDamage(error)) throw new CommandFailedError(errorMessage(error), { cause: error })
    throw error
  })
}

/** Adds a sentence for each file that is damaged, and for each gap. */
export async function checkFiles(
  files: FileStore,
  { segments, tables, objects, ends }: Manifest,
  { add, output }: { readonly add: (problem: string) => void; readonly output: ProgressOutput },
): Promise<void> {
  for (const topic of ['events', 'rules'] as const)
    for (const [partition, end] of ends[topic].entries()) {
      const own = segments.filter((one) => one.topic === topic && one.partition === partition)
      for (const gap of gapsOf(own, end)) add(`The ledger (${topic}) ${gap}.`)
    }
  const checks: { readonly what: string; readonly bytes: number; check(): Promise<void> }[] = [
    ...segments.map((segment) => ({
      what: `events ${segment.partition}:${segment.from} to ${segment.to - 1} of ${segment.topic}`,
      bytes: segment.file.bytes,
      check: () => checkSegment(files, segment),
    })),
    ...tables.tables.flatMap(({ name, chunks }) =>
      chunks.map((file) => ({ what: name, bytes: file.bytes, check: () => readAll(files.read(file)) })),
    ),
    ...objects.map(({ key, file }) => ({
      what: key,
      bytes: file.bytes,
      check: () => readAll(files.read(file)),
    })),
  ]
  const of = sum(checks.map(({ bytes }) => bytes))
  let done = 0
  for (const { what, bytes, check } of checks) {
    output.signal.throwIfAborted()
    await check().catch((error: unknown) => {
      if (!isDamage(error)) throw error
      add(`${what}: ${errorMessage(error)}.`)
    })
    done += bytes
    output.progress({
      what: 'Checking',
      done: Math.round(done / megabyte),
      of: Math.round(of / megabyte),
      unit: 'MB',
    })
  }
}

const megabyte = 1_000_000

function isDamage(error: unknown): boolean {
  return error instanceof DamagedFileError || error instanceof UnsealError
}

function* gapsOf(segments: readonly Segment[], end: number): Generator<string> {
  let next = 0
  for (const { partition, from, to } of segments) {
    if (from !== next) yield `has ${partition}:${from} after ${partition}:${next - 1}`
    next = to
  }
  if (next !== end) yield `ends at offset ${next} of a partition instead of ${end}`
}

async function checkSegment(files: FileStore, { from, to, last, file }: Segment): Promise<void> {
  let count = 0
  let event: Buffer = Buffer.alloc(0)
  for await (const next of eventsOf(files.read(file))) {
    count += 1
    event = next
  }
  if (count !== to - from) throw new DamagedFileError(`it has ${count} events instead of ${to - from}`)
  if (hashOf(event) !== last) throw new DamagedFileError('it ends with another event')
}

async function readAll(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

function hours(ms: number): string {
  return `${(ms / 3_600_000).toFixed(1)} h`
}
