// @ts-check
import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises'

const memoryDisk = '/dev/shm'
/** Bytes that the temporary files of a run of all tests may take. */
const room = 3 * 2 ** 30
/** Bytes of memory that its processes take besides. */
const memoryOfProcesses = 5 * 2 ** 30

/**
 * Creates a folder in memory, where Postgres and Kafka create and delete files at a fraction of a disk's CPU time.
 * Null if this machine has no memory disk, or not the memory for it, or the disk may not contain programs.
 * @returns {Promise<string | null>}
 */
export async function makeMemoryFolder() {
  try {
    const mounts = await readFile('/proc/mounts', 'utf8')
    const [, options] = new RegExp(`^\\S+ ${memoryDisk} tmpfs (\\S+)`, 'm').exec(mounts) ?? []
    if (!options?.split(',').includes('rw') || options.includes('noexec')) return null
    const { bavail, bsize } = await statfs(memoryDisk)
    const [, available] = /^MemAvailable: +(\d+) kB/m.exec(await readFile('/proc/meminfo', 'utf8')) ?? []
    if (bavail * bsize < room || Number(available) * 1024 < room + memoryOfProcesses) return null
    const folder = await mkdtemp(`${memoryDisk}/stepledger-`)
    // As /tmp: tests run Postgres and servers as other users.
    await chmod(folder, 0o1777)
    return folder
  } catch {
    return null
  }
}
