// @ts-check
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './root.mjs'

/**
 * Runs `work` while no other process does the same under this lock file, and waits for one that does. A process that
 * was killed leaves a file that names it; the next one takes over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  await mkdir(dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}`
  await writeFile(mine, String(process.pid))
  try {
    for (let waited = false; !(await take(mine, file)); waited = true) {
      if (!waited) say(`Waiting for another process that is at it already (${file})`)
      await sleep(100)
    }
    try {
      return await work()
    } finally {
      await rm(file, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/**
 * @param {string} mine
 * @param {string} file
 */
async function take(mine, file) {
  try {
    // A link comes into being whole, with its content, or not at all.
    await link(mine, file)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  if (!(await isLeftOver(file))) return false
  // Of several that find it left over, one moves it away; when that was a new one after all, it goes back.
  const moved = `${mine}.old`
  await rename(file, moved).catch(() => {})
  if (!(await isLeftOver(moved))) await link(moved, file).catch(() => {})
  await rm(moved, { force: true })
  return false
}

/** @param {string} file */
async function isLeftOver(file) {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  if (!(pid > 0)) return false
  // In a container the one that was killed often had our own id.
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}
