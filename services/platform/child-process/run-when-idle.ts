import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'

/**
 * Lowers this process, with all its threads, below everything else on the machine: the lowest priority, and on Linux
 * the scheduling policy SCHED_IDLE, which any other process preempts at once. A nice process keeps its core until the
 * end of its time slice, some milliseconds. Without util-linux' `chrt` the priority alone is lowered.
 */
export async function runWhenIdle(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  await promisify(execFile)('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)]).catch(
    () => {},
  )
}
