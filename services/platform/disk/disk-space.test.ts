import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchDisk } from './disk-space.ts'

const patience = { timeout: 30_000, interval: 5 }

const MiB = 1024 ** 2

/** A watch on a disk of which the test says what is free. */
async function watched(total: number, least: number | null) {
  const disk = { free: total as number | null }
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const said: string[] = []
  const say = (line: string) => said.push(line.replace(folder, '/data'))
  const space = await watchDisk({
    folder,
    least,
    log: { info: say, warn: say, error: say },
    everyMs: 1,
    look: async () => {
      if (disk.free === null) throw new Error('gone')
      return { free: disk.free, total }
    },
  })
  onTestFinished(() => space.stop())
  const leave = async (free: number | null) => {
    disk.free = free
    await vi.waitUntil(() => space.free() === free, patience)
  }
  const reserve = () =>
    stat(join(folder, 'reserve')).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    )
  return { space, said, leave, disk, reserve }
}

it('looks at a real disk', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  const roomy = await watchDisk({ folder, least: 0, log })
  const full = await watchDisk({ folder, least: 2 ** 60, log })
  onTestFinished(() => {
    roomy.stop()
    full.stop()
    return rm(folder, { recursive: true })
  })
  expect([roomy.isLow(), full.isLow()]).toEqual([false, true])
  expect(roomy.free()).toBeGreaterThan(0)
})

it('is low below the least and until there is a tenth more, and says each once', async () => {
  const { space, said, leave } = await watched(1000 * MiB, 100 * MiB)
  await leave(100 * MiB)
  expect(space.isLow()).toBe(false)
  for (const free of [99, 50, 5, 105]) await leave(free * MiB)
  expect(space.isLow()).toBe(true)
  for (const free of [110, 200, 110]) await leave(free * MiB)
  expect(space.isLow()).toBe(false)
  expect(said).toEqual([
    'the disk of /data is nearly full: 99 MiB are free, 100 MiB must be. Plays, accounts and files are refused with 507 until there is room; pages go on',
    'the disk of /data has room again: plays are taken',
  ])
})

it('has uploads aborted before it is low, and is not low when that makes room', async () => {
  const { space, said, leave, disk } = await watched(1000 * MiB, 100 * MiB)
  expect(await space.uploadRoom()).toBe(875 * MiB)
  let aborted = 0
  const unsubscribe = space.onNoUploadRoom(async () => {
    aborted++
    disk.free = 300 * MiB
  })
  disk.free = 90 * MiB
  await vi.waitUntil(() => space.free() === 300 * MiB, patience)
  expect([aborted, space.isLow(), said]).toEqual([1, false, []])
  unsubscribe()
  await leave(124 * MiB)
  expect([aborted, await space.uploadRoom()]).toEqual([1, -MiB])
})

it.each([
  ['64 MiB of a small disk', 300 * MiB, 64 * MiB],
  ['a tenth of a larger one', 2000 * MiB, 200 * MiB],
  ['1 GiB of a large one', 100 * 1024 * MiB, 1024 * MiB],
])('needs %s by default', async (_, total, least) => {
  const { space, leave } = await watched(total, null)
  await leave(least)
  expect(space.isLow()).toBe(false)
  await leave(least - 1)
  expect(space.isLow()).toBe(true)
})

it('keeps a file in reserve, gives it to the database when nothing is free any more, and makes it again when there is room', async () => {
  const { said, leave, reserve } = await watched(1000 * MiB, 40 * MiB)
  await vi.waitUntil(async () => (await reserve()) >= 20 * MiB, patience)
  await leave(10 * MiB)
  await leave(5 * MiB)
  expect(await reserve()).toBeGreaterThanOrEqual(20 * MiB)
  await leave(3 * MiB)
  const given = 'nothing is free on the disk of /data: the database gets what was kept in reserve'
  await vi.waitUntil(() => said.at(-1) === given, patience)
  expect(await reserve()).toBe(0)
  await leave(60 * MiB)
  expect(await reserve()).toBe(0)
  await leave(70 * MiB)
  await vi.waitUntil(async () => (await reserve()) >= 20 * MiB, patience)
})

it('keeps 32 MiB at most, and nothing where nothing must be free', async () => {
  const large = await watched(100_000 * MiB, null)
  await vi.waitUntil(async () => (await large.reserve()) >= 32 * MiB, patience)
  expect(await large.reserve()).toBeLessThan(33 * MiB)
  const careless = await watched(1000 * MiB, 0)
  await careless.leave(900 * MiB)
  expect(await careless.reserve()).toBe(0)
})

it('goes on with what it saw last where it can not look, and says so once', async () => {
  const { space, said, leave, disk } = await watched(1000 * MiB, 100 * MiB)
  await leave(50 * MiB)
  disk.free = null
  await vi.waitUntil(() => said.length === 2, patience)
  disk.free = 60 * MiB
  await vi.waitUntil(() => space.free() === 60 * MiB, patience)
  expect(space.isLow()).toBe(true)
  expect(said[1]).toBe("can't look after the room in /data: Error: gone")
  expect(said).toHaveLength(2)
})
