/** Has a task done soon; one that waits already is not added again. */
export type Schedule = (task: () => void) => void

/** How long tasks may hold the thread without a rest, ms. */
const turnMs = 5

/**
 * Does tasks one after the other. After each turn, and when all is done, it rests for as long as it worked: so
 * thousands of sockets leave half of the thread to everything else, and what comes during a rest goes out in one go.
 */
export function scheduler(): Schedule {
  const waiting = new Set<() => void>()
  let running = false

  const work = () => {
    const from = performance.now()
    for (const task of waiting) {
      waiting.delete(task)
      task()
      if (performance.now() - from >= turnMs) break
    }
    setTimeout(goOn, performance.now() - from)
  }
  const goOn = () => {
    running = waiting.size > 0
    if (running) work()
  }
  return (task) => {
    waiting.add(task)
    if (running) return
    running = true
    setImmediate(work)
  }
}
