import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Log } from '../log/log.ts'

export interface DiskSpace {
  /** Whether free space is below the limit, so that nothing more may be stored. Uses the last measurement. */
  isLow(): boolean
  /** Free bytes at the last measurement; null if the disk is not monitored. */
  free(): number | null
  /** Bytes available for uploads, possibly negative; null if the disk is not monitored. */
  uploadRoom(): Promise<number | null>
  /**
   * Calls `abortUploads` when no space is left for uploads, before the disk counts as low: plays are rejected only if
   * that does not free enough. Returns the unsubscribe function.
   */
  onNoUploadRoom(abortUploads: () => Promise<void>): () => void
}

/** For data on another machine, which monitors its own disk. */
export const unwatchedDisk: DiskSpace = {
  isLow: () => false,
  free: () => null,
  uploadRoom: async () => null,
  onNoUploadRoom: () => () => {},
}

export interface WatchedDisk extends DiskSpace {
  /** Called once the database runs: keeps the reserve for the next start from now on. */
  hasStarted(): void
  stop(): void
}

/** Bytes. `free`: available to other users than root. */
interface Space {
  readonly free: number
  readonly total: number
}

interface WatchOptions {
  readonly folder: string
  /** Limit of free bytes; null: a tenth of the disk, from 64 MiB to 1 GiB. */
  readonly least: number | null
  readonly log: Log
  readonly measure?: (folder: string) => Promise<Space>
  readonly intervalMs?: number
}

const MiB = 1024 ** 2
/** Reserve for requests in flight, for the WAL, and for folding events that are already in the ledger. */
const minLimit = 64 * MiB
const maxLimit = 1024 * MiB
/** Hysteresis: the disk stays low until this factor of the limit is free. */
const recoveryFactor = 1.1
/** Uploads leave this multiple of the limit free. */
const uploadFactor = 1.25
/** With less free space Postgres accepts no connections and can't start, bytes. */
const emergencyBytes = 4 * MiB
const maxReserve = 32 * MiB
/** Postgres starts with 100 kB; after a crash its recovery may need more. */
const startReserve = 4 * MiB
/** A full disk may have less. Below `minStartReserve` none is kept; the rest stays free for what is running. */
const minStartReserve = MiB
const leftBesideStartReserve = MiB / 4

/**
 * Monitors the disk: measures now and every second, and logs when space becomes low and when it recovers. While there is
 * enough space it keeps a reserve file of 32 MiB, or half of the limit. When something else fills the disk completely,
 * the file is deleted to free space for the database, so that reads continue. A second, small file is deleted only when the
 * server starts on a full disk, because Postgres cannot start without free space.
 */
export async function watchDisk(options: WatchOptions): Promise<WatchedDisk> {
  const { folder, least, log, measure = measureDisk, intervalMs = 1_000 } = options
  await mkdir(folder, { recursive: true })
  const reserve = await reserveIn(folder, 'reserve')
  const forStart = await reserveIn(folder, 'reserve-for-start')
  let started = false
  let free: number | null = null
  let low = false
  let failed = false
  const aborts = new Set<() => Promise<void>>()
  const neededOf = ({ total }: Space) => neededFree(total, least)
  const uploadRoomOf = (space: Space) => space.free - neededOf(space) * uploadFactor

  async function measureAndAbort(): Promise<Space> {
    const space = await measure(folder)
    if (aborts.size === 0 || uploadRoomOf(space) >= 0) return space
    await Promise.all([...aborts].map((abort) => abort()))
    return measure(folder)
  }

  async function update(starting = false): Promise<void> {
    try {
      const space = await measureAndAbort()
      const needed = neededOf(space)
      free = space.free
      const isLow = free < needed * (low ? recoveryFactor : 1)
      if (isLow && !low) log.error(lowMessage(folder, free, needed))
      if (!isLow && low) log.info(`the disk of ${folder} has enough free space again: plays are accepted`)
      low = isLow
      // Not awaited, so that writing the file does not delay the start.
      if (free < emergencyBytes || !starting) await maintainReserve(free, needed)
      if (needed > 0) await maintainStartReserve()
      failed = false
    } catch (error) {
      if (!failed)
        log.warn(
          `the free space of ${folder} could not be measured, its disk may be lost: ${errorMessage(error)}`,
        )
      failed = true
    }
  }

  async function maintainReserve(free: number, needed: number): Promise<void> {
    const bytes = Math.min(maxReserve, Math.floor(needed / 2))
    if (reserve.exists() && free < emergencyBytes) {
      await reserve.release()
      log.error(`the disk of ${folder} is full: the reserve file was deleted to free space for the database`)
    }
    if (!reserve.exists() && bytes > 0 && free > needed * recoveryFactor + bytes) await reserve.make(bytes)
  }

  async function maintainStartReserve(): Promise<void> {
    const { free } = await measure(folder)
    if (!started && forStart.exists() && free < emergencyBytes) {
      await forStart.release()
      log.error(`the disk of ${folder} is full: the reserve for a start was used`)
    }
    const bytes = Math.min(startReserve, free - leftBesideStartReserve)
    if (started && !forStart.exists() && bytes >= minStartReserve) await forStart.make(bytes)
  }

  await update(true)
  let updating = false
  const timer = setInterval(async () => {
    if (updating) return
    updating = true
    await update()
    updating = false
  }, intervalMs)
  timer.unref()
  return {
    isLow: () => low,
    free: () => free,
    uploadRoom: async () => uploadRoomOf(await measure(folder)),
    onNoUploadRoom(abort) {
      aborts.add(abort)
      return () => aborts.delete(abort)
    },
    hasStarted: () => {
      started = true
    },
    stop: () => clearInterval(timer),
  }
}

/** Free space of a folder and the limit below which nothing more is stored, bytes. `least`: as in `watchDisk`. */
export async function measureSpace(
  folder: string,
  least: number | null,
): Promise<{ readonly free: number; readonly needed: number }> {
  const { free, total } = await measureDisk(folder)
  return { free, needed: neededFree(total, least) }
}

function neededFree(total: number, least: number | null): number {
  return least ?? Math.min(maxLimit, Math.max(minLimit, total / 10))
}

async function measureDisk(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

function lowMessage(folder: string, free: number, needed: number): string {
  return `the disk of ${folder} is nearly full: ${mebibytes(free)} are free, ${mebibytes(needed)} must be. Plays, accounts and files are refused with 507 until enough is free; pages are still served`
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / MiB)} MiB`

/** A file that reserves disk space until the database needs it. */
interface Reserve {
  exists(): boolean
  /** Creates the file. Throws, and leaves no file, if there is not enough space. */
  make(bytes: number): Promise<void>
  /** Deletes the file. */
  release(): Promise<void>
}

async function reserveIn(folder: string, name: string): Promise<Reserve> {
  const file = join(folder, name)
  let kept = (await stat(file).catch(() => null)) !== null
  return {
    exists: () => kept,
    async make(bytes) {
      const handle = await open(file, 'w', 0o600)
      try {
        // Written in full: a sparse file reserves no space, and `write` may store only a part.
        for (let left = bytes; left > 0; left -= chunk)
          await handle.writeFile(Buffer.alloc(Math.min(chunk, left)))
        kept = true
      } finally {
        await handle.close()
        if (!kept) await rm(file, { force: true })
      }
    },
    async release() {
      await rm(file, { force: true })
      kept = false
    },
  }
}

const chunk = 1024 * 1024
