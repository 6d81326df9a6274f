/** Schedules a task; one that is already queued is not added again. */
export type Schedule = (task: () => void) => void

/** Maximum time that tasks run without yielding to the event loop, ms. */
const turnMs = 5

/**
 * Runs tasks one after the other. After each turn, and when the queue is empty, it pauses for as long as it worked, so
 * thousands of sockets use at most half of the thread. Messages that arrive during a pause are coalesced into one write.
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
    setTimeout(next, performance.now() - from)
  }
  const next = () => {
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
