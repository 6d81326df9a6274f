import { mkdir, statfs } from 'node:fs/promises'
import type { Log } from '../log/log.ts'
import { reserveIn } from './reserve.ts'

/** What is free on the disk that the data lies on. */
export interface DiskSpace {
  /** Less is free than must be: nothing more is to be stored. Asks nobody. */
  isLow(): boolean
  /** Bytes that were free at the last look; null where nobody looks. */
  free(): number | null
  /** Bytes that uploads may add now, negative when there is no room; null where nobody looks. */
  uploadRoom(): Promise<number | null>
  /**
   * Calls `abortUploads` when there is no room for uploads, before the disk counts as low: plays are refused only when
   * that was not enough. Returns how to unsubscribe.
   */
  onNoUploadRoom(abortUploads: () => Promise<void>): () => void
}

/** Where the data lies elsewhere, and another machine watches the disk. */
export const unwatchedDisk: DiskSpace = {
  isLow: () => false,
  free: () => null,
  uploadRoom: async () => null,
  onNoUploadRoom: () => () => {},
}

export interface WatchedDisk extends DiskSpace {
  stop(): void
}

/** Bytes. `free`: what anybody but root may still use. */
interface Space {
  readonly free: number
  readonly total: number
}

export interface WatchOptions {
  readonly folder: string
  /** Bytes that must be free; null: a tenth of the disk, from 64 MiB to 1 GiB. */
  readonly least: number | null
  readonly log: Log
  readonly look?: (folder: string) => Promise<Space>
  readonly everyMs?: number
}

const MiB = 1024 ** 2
/** Room for what is on its way, for the log of Postgres, and for folding what the ledger has already. */
const leastLeast = 64 * MiB
const mostLeast = 1024 * MiB
/** It is low until so much more than the least is free, so that it does not go back and forth. */
const enough = 1.1
/** Uploads leave so many times the least free. */
const enoughForUploads = 1.25
/** With less than this Postgres takes no connections, and can't start. */
const nothing = 4 * MiB
const mostReserve = 32 * MiB

/**
 * Looks at the disk now and every second. Says in the log when it gets low, and when there is room again. While there
 * is room it keeps a file of 32 MiB, or half of what must be free: when something else has filled the disk to the end,
 * that is given to the database, so that reads go on.
 */
export async function watchDisk(options: WatchOptions): Promise<WatchedDisk> {
  const { folder, least, log, look = lookAt, everyMs = 1_000 } = options
  await mkdir(folder, { recursive: true })
  const reserve = await reserveIn(folder)
  let free: number | null = null
  let low = false
  let failed = false
  const aborts = new Set<() => Promise<void>>()
  const neededOf = ({ total }: Space) => least ?? Math.min(mostLeast, Math.max(leastLeast, total / 10))
  const uploadRoomOf = (space: Space) => space.free - neededOf(space) * enoughForUploads

  async function lookAndAbort(): Promise<Space> {
    const space = await look(folder)
    if (aborts.size === 0 || uploadRoomOf(space) >= 0) return space
    await Promise.all([...aborts].map((abort) => abort()))
    return look(folder)
  }

  async function update(starting = false): Promise<void> {
    try {
      const space = await lookAndAbort()
      const needed = neededOf(space)
      free = space.free
      const isLow = free < needed * (low ? enough : 1)
      if (isLow && !low) log.error(lowWords(folder, free, needed))
      if (!isLow && low) log.info(`the disk of ${folder} has room again: plays are taken`)
      low = isLow
      // A start does not wait for a file to be written.
      if (free < nothing || !starting) await mindReserve(free, needed)
      failed = false
    } catch (error) {
      if (!failed) log.warn(`can't look after the room in ${folder}: ${String(error)}`)
      failed = true
    }
  }

  async function mindReserve(free: number, needed: number): Promise<void> {
    const bytes = Math.min(mostReserve, Math.floor(needed / 2))
    if (reserve.isKept() && free < nothing) {
      await reserve.release()
      log.error(`nothing is free on the disk of ${folder}: the database gets what was kept in reserve`)
    }
    if (!reserve.isKept() && bytes > 0 && free > needed * enough + bytes) await reserve.make(bytes)
  }

  await update(true)
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    await update()
    looking = false
  }, everyMs)
  timer.unref()
  return {
    isLow: () => low,
    free: () => free,
    uploadRoom: async () => uploadRoomOf(await look(folder)),
    onNoUploadRoom(abort) {
      aborts.add(abort)
      return () => aborts.delete(abort)
    },
    stop: () => clearInterval(timer),
  }
}

async function lookAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

function lowWords(folder: string, free: number, needed: number): string {
  return `the disk of ${folder} is nearly full: ${mega(free)} are free, ${mega(needed)} must be. Plays, accounts and files are refused with 507 until there is room; pages go on`
}

const mega = (bytes: number) => `${Math.floor(bytes / MiB)} MiB`
