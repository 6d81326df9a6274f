import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inWorkFolder, leaseMs, sweepWorkFolders } from './work-folder.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-work-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('a work folder is private, not swept while it is used, and removed also after a failure', async () => {
  const failing = inWorkFolder(dataDir, async (folder) => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await sweepWorkFolders(dataDir)
    expect(await readdir(dataDir)).toHaveLength(1)
    throw new Error('full')
  })
  await expect(failing).rejects.toThrow('full')
  expect(await readdir(dataDir)).toEqual([])
})

it('a work folder whose lease has expired is swept', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms)
  for (const [name, age] of [
    ['stepledger-export-work-old', leaseMs + 1_000],
    ['stepledger-export-work-new', leaseMs - 10_000],
    ['another-old', leaseMs + 1_000],
  ] as const) {
    await mkdir(join(dataDir, name))
    await utimes(join(dataDir, name), ago(age), ago(age))
  }
  await sweepWorkFolders(dataDir)
  expect((await readdir(dataDir)).sort()).toEqual(['another-old', 'stepledger-export-work-new'])
})
