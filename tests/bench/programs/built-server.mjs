// @ts-check
import { readFileSync } from 'node:fs'

// The built server as its users start it, as a child of the bench: it ends with the bench, however that ends, and tells what it costs.
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

/** What the processes that the server has started take for themselves, bytes, without program files; Linux alone tells. */
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
