import { spawnSync } from 'node:child_process'
import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '@stepledger/services/platform/database/embedded/postmaster.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spawnServer } from './server.ts'

const disk = (size: string, folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0

/** Root may put a small disk anywhere. Left out for others, who have none. */
const mayMount = await (async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  const mounted = disk('1m', folder)
  if (mounted) spawnSync('umount', [folder])
  await rm(folder, { recursive: true })
  return mounted
})()

describe.runIf(mayMount)('a start on a disk that is full', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  })
  afterEach(async () => {
    const left = await findPostmaster(join(dataDir, 'postgres'))
    if (left !== null) process.kill(left.pid, 'SIGKILL')
    spawnSync('umount', ['-l', dataDir])
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = () => spawnServer(dataDir)
  const isNamed = () =>
    expect.stringMatching(new RegExp(`^The disk of DATA_DIR is full: ${dataDir} \\(\\d+ bytes free; `, 'm'))
  const nothingRuns = async () => expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull()

  it.each(['16k', '8m'])('names it: the first one, with %s in all', async (size) => {
    expect(disk(size, dataDir)).toBe(true)
    const server = start()
    expect(await server.ended).toEqual({ code: 1, said: isNamed() })
    await nothingRuns()
  })

  it('names it: on a database that was there before the disk was full, and goes on once there is room', async () => {
    expect(disk('64m', dataDir)).toBe(true)
    const first = start()
    await first.url
    expect(await first.stop()).toMatchObject({ code: 0 })
    const filling = join(dataDir, 'filling')
    await fill(filling)

    expect(await start().ended).toEqual({ code: 1, said: isNamed() })
    await nothingRuns()
    expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n')
    await rm(filling)
    const second = start()
    await second.url
    expect(await second.stop()).toMatchObject({ code: 0 })
  })

  /** To the last byte. */
  async function fill(path: string) {
    const file = await open(path, 'w')
    for (let size = 1 << 20; size > 0; size >>= 1)
      while ((await statfs(dataDir)).bavail > 0)
        if ((await file.write(Buffer.alloc(size)).catch(() => null)) === null) break
    await file.close()
  }
})
