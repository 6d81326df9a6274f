import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'

/** What Linux counts CPU time in: hundredths of a second. */
const tick = 0.01

/** CPU seconds that a process has used, all its threads. Linux alone tells. */
export async function cpuOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await timesOf(pid)
  return (user + system) * tick
}

/** The same of its main thread alone: in Node the one that runs the event loop. */
export async function cpuOfMainThread(pid: number): Promise<number> {
  const { times } = statusIn(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'))
  const [user = 0, system = 0] = times
  return (user + system) * tick
}

/** CPU seconds of a Postgres on this machine: those of its processes, also of those that have ended. */
export async function cpuOfPostgres(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const { ppid } = await statusOf(backend.parse(rows[0]).pid)
  const children = await readFile(`/proc/${ppid}/task/${ppid}/children`, 'utf8')
  const own = (await timesOf(ppid)).reduce((sum, ticks) => sum + ticks, 0) * tick
  const theirs = await Promise.all(
    children
      .trim()
      .split(' ')
      // One may just have ended.
      .map((pid) => cpuOf(Number(pid)).catch(() => 0)),
  )
  return theirs.reduce((sum, seconds) => sum + seconds, own)
}

const backend = z.object({ pid: z.int() })

/** User and system time, then the same of children that have ended; ticks. */
async function timesOf(pid: number): Promise<number[]> {
  return (await statusOf(pid)).times
}

async function statusOf(pid: number): Promise<{ ppid: number; times: number[] }> {
  return statusIn(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** See proc_pid_stat(5). The second field, the name, may hold anything, blanks too. */
function statusIn(text: string): { ppid: number; times: number[] } {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { ppid: Number(fields[1]), times: fields.slice(11, 15).map(Number) }
}
