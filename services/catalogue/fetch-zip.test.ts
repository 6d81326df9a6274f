import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sweepZips } from './fetch-zip.ts'

it('removes the zips of ended processes only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-sweep-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  const own = `stepledger-pack-${process.pid}-b`
  // After a restart in a container the process has the id of the killed one.
  const before = `stepledger-pack-${process.pid}-d`
  for (const name of [`stepledger-pack-${gone}-a`, own, 'stepledger-pack-c', before, 'another'])
    await mkdir(join(folder, name))
  await utimes(join(folder, before), new Date(0), new Date(0))

  await sweepZips()

  expect((await readdir(folder)).toSorted()).toEqual(['another', own, 'stepledger-pack-c'].toSorted())
})
