import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import { watchDisk } from './disk-space.ts'

const patience = { timeout: 30_000, interval: 5 }

const MiB = 1024 ** 2

/** Monitors a disk whose free space the test sets. */
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
    intervalMs: 1,
    measure: async () => {
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

it('measures a real disk', async () => {
  const log = silentLog
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

it('is low below the threshold, until a tenth more is free, and logs each change once', async () => {
  const { space, said, leave } = await watched(1000 * MiB, 100 * MiB)
  await leave(100 * MiB)
  expect(space.isLow()).toBe(false)
  for (const free of [99, 50, 5, 105]) await leave(free * MiB)
  expect(space.isLow()).toBe(true)
  for (const free of [110, 200, 110]) await leave(free * MiB)
  expect(space.isLow()).toBe(false)
  expect(said).toEqual([
    'the disk of /data is nearly full: 99 MiB are free, 100 MiB must be. Plays, accounts and files are refused with 507 until enough is free; pages are still served',
    'the disk of /data has enough free space again: plays are accepted',
  ])
})

it('aborts uploads before it is low, and is not low if that frees enough space', async () => {
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
])('the default threshold is %s', async (_, total, least) => {
  const { space, leave } = await watched(total, null)
  await leave(least)
  expect(space.isLow()).toBe(false)
  await leave(least - 1)
  expect(space.isLow()).toBe(true)
})

it('has a reserve file, which it deletes when the disk is full and creates again when there is space', async () => {
  const { said, leave, reserve } = await watched(1000 * MiB, 40 * MiB)
  await vi.waitUntil(async () => (await reserve()) >= 20 * MiB, patience)
  await leave(10 * MiB)
  await leave(5 * MiB)
  expect(await reserve()).toBeGreaterThanOrEqual(20 * MiB)
  await leave(3 * MiB)
  const given = 'the disk of /data is full: the reserve file was deleted to free space for the database'
  await vi.waitUntil(() => said.at(-1) === given, patience)
  expect(await reserve()).toBe(0)
  await leave(60 * MiB)
  expect(await reserve()).toBe(0)
  await leave(70 * MiB)
  await vi.waitUntil(async () => (await reserve()) >= 20 * MiB, patience)
})

it('reserves at most 32 MiB, and nothing without a threshold', async () => {
  const large = await watched(100_000 * MiB, null)
  await vi.waitUntil(async () => (await large.reserve()) >= 32 * MiB, patience)
  expect(await large.reserve()).toBeLessThan(33 * MiB)
  const careless = await watched(1000 * MiB, 0)
  await careless.leave(900 * MiB)
  expect(await careless.reserve()).toBe(0)
})

it('keeps the last measurement if the next one fails, and logs it once', async () => {
  const { space, said, leave, disk } = await watched(1000 * MiB, 100 * MiB)
  await leave(50 * MiB)
  disk.free = null
  await vi.waitUntil(() => said.length === 2, patience)
  disk.free = 60 * MiB
  await vi.waitUntil(() => space.free() === 60 * MiB, patience)
  expect(space.isLow()).toBe(true)
  expect(said[1]).toBe('the free space of /data could not be measured, its disk may be lost: gone')
  expect(said).toHaveLength(2)
})
