import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Bit of the mode of RageFile:Open. */
const modeWrite = 2

interface OpenFile {
  readonly path: string
  readonly writing: boolean
  content: Buffer
  at: number
}

/**
 * The file system of the game in a folder. A write goes to a temporary file, which is renamed on close; missing folders
 * are created; a read ends at the first NUL; Preferences.ini is protected. `permit` is called before each write
 * operation; if it returns false, the operation has no effect. A full disk reports no error and stores nothing.
 */
export function gameDisk(folder: string, permit: (operation: string) => boolean) {
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
        const writing = (mode & modeWrite) !== 0
        if (writing && /\/Save\/Preferences\.ini$/i.test(path)) return undefined
        if (!writing && !existsSync(real(path))) return undefined
        if (writing && !permit(`open ${path}`)) return undefined
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
        if (!file || !permit('write')) return -1
        file.content = Buffer.concat([file.content, Buffer.from(text)])
        return file.content.length
      },
      hostClose(handle: number): void {
        const file = open.get(handle)
        open.delete(handle)
        if (!file?.writing || full || !permit(`rename ${file.path.slice(folder.length)}`)) return
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
