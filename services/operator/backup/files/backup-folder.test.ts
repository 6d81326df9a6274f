import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CommandFailedError } from '../../exit-codes.ts'
import { openBackupFolder } from './backup-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-backup-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

it('names the damaged file that describes the folder', async () => {
  await writeFile(join(folder, 'stepledger-backup.json'), '{"format":"stepledger-b')
  const opening = openBackupFolder(folder, null)
  await expect(opening).rejects.toThrow(CommandFailedError)
  await expect(opening).rejects.toThrow(join(folder, 'stepledger-backup.json'))
})

it('stores no file of which only the beginning fits on the disk', async () => {
  const put = `
    const { fileStore } = await import(${JSON.stringify(import.meta.resolve('./file-store.ts'))})
    await fileStore(${JSON.stringify(folder)}, null).put(Buffer.alloc(1_500)).then(
      ({ bytes }) => console.log('stored', bytes),
      ({ code }) => console.log(code),
    )`
  // A file size limit of 1 KiB acts like a full disk: a write stores the bytes that fit, and only the next one fails.
  const node = [
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    '--input-type=module',
    '--eval',
    put,
  ]
  const { stdout } = await promisify(execFile)('bash', ['-c', 'ulimit -f 1 && exec "$@"', 'bash', ...node], {
    // The cache of tsx would be cut off too.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  })
  expect(stdout).toBe('EFBIG\n')
})
