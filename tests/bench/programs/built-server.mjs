// @ts-check
import { readFileSync } from 'node:fs'

// Starts the built server as a child of the bench, exits with the bench, and reports resource usage.
process.on('disconnect', () => process.exit(1))
let childBytes = 0
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  childBytes = Math.max(childBytes, memoryOfChildren())
  process.send?.({
    answer: { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage().rss, childBytes },
  })
})
setInterval(() => {
  childBytes = Math.max(childBytes, memoryOfChildren())
}, 250).unref()
await import(new URL('../../../dist/main.js', import.meta.url).href)

/** Private memory of the server's child processes, bytes, without program files. Linux only. */
function memoryOfChildren() {
  try {
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
    return pids
      .map(
        (pid) =>
          Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
      )
      .reduce((sum, bytes) => sum + bytes, 0)
  } catch {
    return 0
  }
}
