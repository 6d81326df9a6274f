import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that reserves disk space until the database needs it. */
interface Reserve {
  exists(): boolean
  /** Creates the file. Throws, and leaves no file, if there is not enough space. */
  make(bytes: number): Promise<void>
  /** Deletes the file. */
  release(): Promise<void>
}

export async function reserveIn(folder: string, name: string): Promise<Reserve> {
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
