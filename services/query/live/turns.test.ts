import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { scheduler } from './scheduler.ts'

/** Keeps the thread busy for this many ms. */
function work(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('tasks that are done in turns', () => {
  it('let others have the thread after some milliseconds of work', async () => {
    const soon = scheduler()
    const order: ('task' | 'other')[] = []
    const tasks = Array.from({ length: 30 }, () => () => {
      work(2)
      order.push('task')
    })
    for (const task of tasks) soon(task)
    while (order.filter((who) => who === 'task').length < tasks.length) {
      await turn()
      order.push('other')
    }
    const turns = order.join(' ').split(/(?: ?other)+/)
    // The third ends at six milliseconds at the earliest, past a turn of five.
    for (const turn of turns) expect(turn.split('task').length - 1).toBeLessThanOrEqual(3)
  })

  it('come in the order in which they were asked for, each once however often it is asked for', async () => {
    const soon = scheduler()
    const done: string[] = []
    const [first, second] = [() => void done.push('first'), () => void done.push('second')]
    for (const task of [first, second, first]) soon(task)
    const third = new Promise<void>((resolve) =>
      soon(() => {
        soon(first)
        soon(resolve)
      }),
    )
    await third
    expect(done).toEqual(['first', 'second', 'first'])
  })
})
