import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ZipEntry } from '../../../tests/generators/zip.ts'
import { openPack } from './open-pack.ts'
import { PackError } from './pack-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'pack-'))
export const path = join(folder, 'hostile.zip')
// Not afterAll: files of one worker share this module.
process.once('exit', () => rmSync(folder, { recursive: true }))

export const chart = Buffer.from('#TITLE:Undertow;\n#NOTES:dance-single:...;')
export const song: ZipEntry = { name: 'P/S/a.sm', bytes: chart }
export const MB = 1024 ** 2

/** Opens and reads a zip; returns the reason if it is rejected. */
export async function refusal(bytes: Buffer): Promise<{ reason: string; advice: string } | undefined> {
  writeFileSync(path, bytes)
  try {
    const pack = await openPack(path)
    try {
      for (const { files, read } of [...pack.songs, pack.pack]) {
        for (const file of files) await read(file.path, 10 * MB)
      }
    } finally {
      await pack.close()
    }
  } catch (error) {
    if (error instanceof PackError) return { reason: error.reason, advice: error.advice }
    throw error
  }
  return undefined
}

/** Whether this process has the zip open; Linux only. */
export function isOpen(): boolean {
  if (process.platform !== 'linux') return false
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return open.includes(path)
}
