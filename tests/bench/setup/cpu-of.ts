import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'

/** Clock tick of Linux: 10 ms. */
const tick = 0.01

/** CPU seconds that a process has used, all its threads. Linux only. */
export async function cpuOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await timesOf(pid)
  return (user + system) * tick
}

/** CPU seconds of the main thread, which runs the event loop in Node. Linux only. */
export async function cpuOfMainThread(pid: number): Promise<number> {
  const { times } = statusIn(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'))
  const [user = 0, system = 0] = times
  return (user + system) * tick
}

/** CPU seconds of a Postgres on this machine: all its processes, including those that have exited. */
export async function cpuOfPostgres(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const { ppid } = await statusOf(backend.parse(rows[0]).pid)
  const children = await readFile(`/proc/${ppid}/task/${ppid}/children`, 'utf8')
  const own = (await timesOf(ppid)).reduce((sum, ticks) => sum + ticks, 0) * tick
  const theirs = await Promise.all(
    children
      .trim()
      .split(' ')
      // The process may have exited in between.
      .map((pid) => cpuOf(Number(pid)).catch(() => 0)),
  )
  return theirs.reduce((sum, seconds) => sum + seconds, own)
}

const backend = z.object({ pid: z.int() })

/** User and system time, then the same of exited children; ticks. */
async function timesOf(pid: number): Promise<number[]> {
  return (await statusOf(pid)).times
}

async function statusOf(pid: number): Promise<{ ppid: number; times: number[] }> {
  return statusIn(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** See proc_pid_stat(5). The second field, the name, may contain spaces and brackets. */
function statusIn(text: string): { ppid: number; times: number[] } {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { ppid: Number(fields[1]), times: fields.slice(11, 15).map(Number) }
}
