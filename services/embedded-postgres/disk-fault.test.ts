import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nameDiskFault } from './disk-fault.ts'

const gone = '/nonexistent/data'
const told = async (dataDir: string, message: string) => {
  const error = await nameDiskFault(dataDir, new Error(message))
  return error instanceof Error ? error.message : ''
}

it('says what to do when DATA_DIR is gone or its disk fails or is full, and leaves other errors as they are', async () => {
  const open = `ENOENT: no such file or directory, open '${gone}/postgres.json.new.7778'`
  const lost =
    /^DATA_DIR is gone or its disk fails: .*start the server again\. If the data is lost, `ledger load`/
  expect(await told(gone, open)).toMatch(lost)
  expect(await told(tmpdir(), 'EIO: i/o error, open')).toMatch(lost)
  expect(await told(tmpdir(), 'could not open file "base/5/17423": Input/output error')).toMatch(lost)
  expect(await told(tmpdir(), 'No space left on device')).toMatch(/^The disk of DATA_DIR is full: /)
  for (const [dataDir, message] of [
    [tmpdir(), open],
    [gone, 'EACCES: permission denied, mkdir'],
  ] as const)
    expect(await told(dataDir, message)).toBe(message)
})

it('says why a folder cannot be used as DATA_DIR', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-file-'))
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const [dataDir, reason] of [
    [file, `${file}: this is a file, not a folder`],
    [join(file, 'data'), `${join(file, 'data')}: a part of this path is a file, not a folder`],
  ] as const) {
    const error: unknown = await mkdir(dataDir, { recursive: true }).catch((thrown: unknown) => thrown)
    expect(await nameDiskFault(dataDir, error)).toMatchObject({
      message: `DATA_DIR cannot be used: ${reason}`,
    })
  }
  await rm(folder, { recursive: true })
})
