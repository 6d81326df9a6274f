import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Starts a shell that waits until this process has ended, also by kill -9, and then runs `script` with `args` as `$0`,
 * `$1` and so on. Does not keep this process running. Kill it with SIGKILL when it is not needed any more.
 */
export function afterThisProcess(script: string, ...args: string[]): ChildProcess {
  const watch = spawn('sh', ['-c', `read -r _; ${script}`, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref()
  return watch
}
