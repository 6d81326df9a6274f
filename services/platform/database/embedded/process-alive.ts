import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Is there a process with this id, of any owner? One that has ended but was not yet waited for is none. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // "pid (program) state …", where the program's name may hold anything.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/**
 * When a running process started, in whatever unit the system counts: with its id it tells the process from a later one
 * of the same id. Null when it is gone.
 */
export function startOfProcess(pid: number): string | null {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22 of proc_pid_stat(5); the second, the name, may hold anything.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** The words of a running process's command line; empty when it is gone. */
export function commandOf(pid: number): string[] {
  if (!isProcessAlive(pid)) return []
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
    }
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ')
  } catch {
    return []
  }
}
