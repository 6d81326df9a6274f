import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import { CommandFailedError } from '../../exit-codes.ts'
import { backupName, filesOf, type Manifest, manifest } from '../manifest.ts'
import { seal, unseal } from './backup-encryption.ts'
import { type BackupKey, keyFingerprint } from './backup-key.ts'
import { DamagedFileError, fileStore } from './file-store.ts'

/** What the folder contains, written when it is created. */
const identity = z.object({
  format: z.literal('stepledger-backup'),
  version: z.literal(1),
  ledgerId: z.uuid(),
  /** Fingerprint of the key that the folder is encrypted with; null if it is not encrypted. */
  key: z.string().nullable(),
})
type Identity = z.infer<typeof identity>

/** The name of a complete backup: its time, and the SHA-256 of its manifest. */
const manifestName = /^(\d{8}T\d{9}Z)-([0-9a-f]{64})$/

export type BackupFolder = ReturnType<typeof opened>

/** Opens the folder of earlier backups. Throws CommandFailedError when it is none, or encrypted with another key. */
export async function openBackupFolder(folder: string, key: BackupKey | null): Promise<BackupFolder> {
  const found = await readIdentity(folder)
  if (!found) throw new CommandFailedError(`There is no backup in ${folder}`)
  return opened(folder, checkedIdentity(folder, found, key), key)
}

/**
 * The same, but creates the folder when it is missing or empty. Throws CommandFailedError if it has other files, or the backup
 * of another ledger.
 */
export async function makeBackupFolder(
  folder: string,
  ledgerId: string,
  key: BackupKey | null,
): Promise<BackupFolder> {
  const found = await readIdentity(folder)
  if (found) {
    if (found.ledgerId !== ledgerId)
      throw new CommandFailedError(
        `${folder} has the backup of ledger ${found.ledgerId}, but this is ledger ${ledgerId}`,
      )
    return opened(folder, checkedIdentity(folder, found, key), key)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).some((name) => name !== 'unfinished' && name !== 'lost+found'))
    throw new CommandFailedError(`${folder} is not empty, and has no backup`)
  const made: Identity = {
    format: 'stepledger-backup',
    version: 1,
    ledgerId,
    key: key && keyFingerprint(key),
  }
  await writeDurably(folder, 'stepledger-backup.json', Buffer.from(`${JSON.stringify(made, null, 2)}\n`))
  return opened(folder, made, key)
}

async function readIdentity(folder: string): Promise<Identity | null> {
  const path = join(folder, 'stepledger-backup.json')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = identity.safeParse(parseJson(text))
  if (!parsed.success)
    throw new CommandFailedError(`${path} is not one of this release: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function checkedIdentity(folder: string, found: Identity, key: BackupKey | null): Identity {
  if (found.key !== null && !key)
    throw new CommandFailedError(`${folder} is encrypted: name its key with --key-file`)
  if (found.key === null && key)
    throw new CommandFailedError(`${folder} is not encrypted: leave out --key-file`)
  if (key && found.key !== keyFingerprint(key))
    throw new CommandFailedError(`${folder} is encrypted with another key than that of --key-file`)
  return found
}

function opened(folder: string, { ledgerId }: Identity, key: BackupKey | null) {
  const manifests = join(folder, 'backups')
  async function names(): Promise<string[]> {
    const found = await readdir(manifests).catch(() => [])
    return found.filter((name) => manifestName.test(name)).sort()
  }
  const timeOf = (name: string) => name.split('-')[0] ?? name

  async function readManifest(name: string): Promise<Manifest> {
    const path = join(manifests, name)
    const stored = await readFile(path)
    if (createHash('sha256').update(stored).digest('hex') !== manifestName.exec(name)?.[2])
      throw new DamagedFileError(`${path} differs from its checksum`)
    const plain = key ? await collect(unseal(chunksOf(stored), key)) : stored
    const text = (await promisify(gunzip)(plain)).toString()
    const parsed = manifest.safeParse(JSON.parse(text))
    if (!parsed.success)
      throw new CommandFailedError(`${path} is not one of this release: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  }

  return {
    ledgerId,
    files: fileStore(folder, key),
    /** Times of the complete backups, such as `20261125T033000000Z`, oldest first. */
    backups: async () => (await names()).map(timeOf),
    /** Reads a complete backup. Throws DamagedFileError, CommandFailedError if there is none. */
    async manifest(time?: string): Promise<Manifest> {
      const all = await names()
      const name = time === undefined ? all.at(-1) : all.find((one) => timeOf(one) === time)
      if (name === undefined)
        throw new CommandFailedError(
          time === undefined ? `No backup in ${folder} is complete` : `${folder} has no backup ${time}`,
        )
      return readManifest(name)
    },
    /** Completes a backup: only now is it one. Returns its time. */
    async complete(backup: Manifest) {
      const time = backupName(backup)
      const plain = await promisify(gzip)(JSON.stringify(manifest.parse(backup)))
      const stored = key ? await collect(seal(chunksOf(plain), key)) : plain
      await syncFolders(join(folder, 'files'))
      await mkdir(manifests, { recursive: true, mode: 0o700 })
      const name = `${time}-${createHash('sha256').update(stored).digest('hex')}`
      await writeDurably(manifests, name, stored, join(folder, 'unfinished'))
      return time
    },
    /** Deletes all but the newest `keep` backups, and the files that no remaining one names. Returns the number of files. */
    async prune(keep: number) {
      const all = await names()
      for (const name of all.slice(0, Math.max(0, all.length - keep))) await rm(join(manifests, name))
      const needed = new Set<string>()
      for (const name of await names())
        for (const file of filesOf(await readManifest(name))) needed.add(file.name)
      let removed = 0
      for (const entry of await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || needed.has(entry.name)) continue
        await rm(join(entry.parentPath, entry.name), { force: true })
        removed += 1
      }
      await rm(join(folder, 'unfinished'), { recursive: true, force: true })
      return removed
    },
  }
}

/** Writes a file so that it is there completely or not at all, also after a power failure. */
async function writeDurably(folder: string, name: string, content: Buffer, drafts = folder): Promise<void> {
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const draft = join(drafts, `.${randomUUID()}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
  await syncFolder(folder)
}

async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await syncFolder(join(folder, entry.name))
  await syncFolder(folder)
  await syncFolder(join(folder, '..'))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  // Some network file systems refuse to sync a folder.
  await handle?.sync().catch(() => {})
  await handle?.close()
}

async function* chunksOf(whole: Buffer) {
  yield whole
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
