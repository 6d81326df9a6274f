import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is there to take room, until the database needs it more. */
export interface Reserve {
  isKept(): boolean
  /** Makes the file. Throws, and leaves nothing, when there is no room for it. */
  make(bytes: number): Promise<void>
  /** Removes the file. */
  release(): Promise<void>
}

export async function reserveIn(folder: string): Promise<Reserve> {
  const file = join(folder, 'reserve')
  let kept = (await stat(file).catch(() => null)) !== null
  return {
    isKept: () => kept,
    async make(bytes) {
      const handle = await open(file, 'w', 0o600)
      try {
        // Written, not only made so long: a file of holes takes no room.
        for (let left = bytes; left > 0; left -= chunk)
          await handle.write(Buffer.alloc(Math.min(chunk, left)))
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
