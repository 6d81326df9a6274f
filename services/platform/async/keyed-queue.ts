/**
 * Runs tasks of the same key one after the other, in the order of the calls, within this process; tasks of other keys
 * run concurrently. Rejects with the error of its task, which does not stop later ones.
 */
export function keyedQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = last.get(key) ?? Promise.resolve()
    const running = before.then(task, task)
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}
