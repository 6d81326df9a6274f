// @ts-check
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printProgress } from './root.mjs'

/**
 * Runs `work` under this lock file, and waits while another process holds it. The lock of a killed process is taken
 * over: the file contains the process id.
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
      if (!waited) printProgress(`Waiting for another process that is at it already (${file})`)
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
    // A link is created atomically with its content.
    await link(mine, file)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  if (!(await isLeftOver(file))) return false
  // Of several processes that find a stale lock, one moves it away, and moves it back if it was a new one.
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
  // In a container the killed process often had our own id.
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}
