import { spawnSync } from 'node:child_process'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** SIGSTOP for a process and its children. */
export function standStill(pid: number) {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  const all = [pid, ...children.split('\n').filter(Boolean).map(Number)]
  const send = (signal: NodeJS.Signals) => {
    for (const one of all)
      try {
        process.kill(one, signal)
      } catch {
        // It has ended.
      }
  }
  send('SIGSTOP')
  return { wake: () => send('SIGCONT') }
}
