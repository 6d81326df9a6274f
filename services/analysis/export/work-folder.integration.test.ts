import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startOfProcess } from '../../platform/child-process/process-alive.ts'
import { openWorkFolder, sweepWorkFolders } from './work-folder.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-work-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Creates a work folder of another owner, whose lease was renewed some seconds ago. */
async function folderOf(owner: { pid: number; start: string | null; host?: string } | null, secondsAgo = 0) {
  const { path, remove } = await openWorkFolder(dataDir)
  await remove()
  await mkdir(path)
  const record = join(path, 'owner.json')
  if (owner) await writeFile(record, JSON.stringify({ host: hostname(), ...owner }))
  const at = new Date(Date.now() - 1000 * secondsAgo)
  for (const file of owner ? [record, path] : [path]) await utimes(file, at, at)
}
const left = () => readdir(dataDir)

it('a work folder is private and not removed while its process runs', async () => {
  const { path, remove } = await openWorkFolder(dataDir)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await sweepWorkFolders(dataDir)
  expect(await left()).toHaveLength(1)
  await remove()
  await folderOf({ pid: process.pid, start: startOfProcess(process.pid) }, 3_600)
  await sweepWorkFolders(dataDir)
  expect(await left()).toHaveLength(1)
})

it('a work folder is removed after its process has exited, also if the process id is reused', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  await folderOf({ pid: child.pid ?? 0, start: '1' })
  await folderOf({ pid: process.pid, start: 'of another process' })
  expect(await left()).toHaveLength(2)
  await sweepWorkFolders(dataDir)
  expect(await left()).toEqual([])
})

it.each([
  ['on another machine', { pid: 1, start: '1', host: 'elsewhere' }],
  ['that is not recorded yet', null],
])('a work folder of an owner %s is removed when its lease expires', async (_who, owner) => {
  await folderOf(owner, 5)
  await sweepWorkFolders(dataDir)
  expect(await left()).toHaveLength(1)
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  await folderOf(owner, 120)
  await sweepWorkFolders(dataDir)
  expect(await left()).toEqual([])
})

it('work folders of earlier releases are removed, without other data', async () => {
  await mkdir(join(dataDir, 'publishing', '.export-a1b2c3'), { recursive: true })
  await mkdir(join(dataDir, 'storage'))
  await sweepWorkFolders(dataDir)
  expect(await left()).toEqual(['storage'])
})

it('without a data folder the work folder is in the temporary folder of the system', async () => {
  const { path, remove } = await openWorkFolder(join(dataDir, 'missing'))
  expect(path.startsWith(join(tmpdir(), 'stepledger-export-work-'))).toBe(true)
  await remove()
})
