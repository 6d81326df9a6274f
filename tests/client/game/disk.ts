import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Bits of the mode in which a file of the game is opened. */
const writes = 2

interface OpenFile {
  readonly path: string
  readonly writing: boolean
  content: Buffer
  at: number
}

/**
 * The file system of the game on a folder: a write goes beside and is renamed on close, folders are made, a read ends
 * at the first NUL, Preferences.ini is protected. `act` is told of each operation before it counts and says whether it
 * does; a full disk takes the bytes in memory and loses them.
 */
export function gameDisk(folder: string, act: (operation: string) => boolean) {
  const open = new Map<number, OpenFile>()
  let handles = 0
  let full = false
  const real = (path: string) => join(folder, path)

  return {
    setFull: (isFull: boolean) => {
      full = isFull
    },
    functions: {
      hostOpen(path: string, mode: number): number | undefined {
        const writing = (mode & writes) !== 0
        if (writing && /\/Save\/Preferences\.ini$/i.test(path)) return undefined
        if (!writing && !existsSync(real(path))) return undefined
        if (writing && !act(`open ${path}`)) return undefined
        const content = writing ? Buffer.alloc(0) : readFileSync(real(path))
        open.set(++handles, { path: real(path), writing, content, at: 0 })
        return handles
      },
      hostRead(handle: number): string {
        const file = open.get(handle)
        if (!file) return ''
        const rest = file.content.subarray(file.at)
        file.at = file.content.length
        const nul = rest.indexOf(0)
        return rest.subarray(0, nul === -1 ? rest.length : nul).toString()
      },
      hostWrite(handle: number, text: string): number {
        const file = open.get(handle)
        if (!file || !act('write')) return -1
        file.content = Buffer.concat([file.content, Buffer.from(text)])
        return file.content.length
      },
      hostClose(handle: number): void {
        const file = open.get(handle)
        open.delete(handle)
        if (!file?.writing || full || !act(`rename ${file.path.slice(folder.length)}`)) return
        mkdirSync(dirname(file.path), { recursive: true })
        writeFileSync(`${file.path}.new`, file.content)
        renameSync(`${file.path}.new`, file.path)
      },
      hostSeek(handle: number, at: number): void {
        const file = open.get(handle)
        if (file) file.at = at
      },
      hostTell: (handle: number): number => open.get(handle)?.at ?? 0,
      hostExists: (path: string): boolean => existsSync(real(path)),
    },
  }
}
