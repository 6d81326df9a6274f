import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { scheduler } from './scheduler.ts'

/** Blocks the thread for this many ms. */
function work(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('the scheduler', () => {
  it('yields to the event loop after some milliseconds of work', async () => {
    const schedule = scheduler()
    const order: ('task' | 'other')[] = []
    const tasks = Array.from({ length: 30 }, () => () => {
      work(2)
      order.push('task')
    })
    for (const task of tasks) schedule(task)
    while (order.filter((name) => name === 'task').length < tasks.length) {
      await turn()
      order.push('other')
    }
    const turns = order.join(' ').split(/(?: ?other)+/)
    // The third task ends after six milliseconds at the earliest, beyond a turn of five.
    for (const turn of turns) expect(turn.split('task').length - 1).toBeLessThanOrEqual(3)
  })

  it('runs tasks in the order in which they were scheduled, and a queued task once', async () => {
    const schedule = scheduler()
    const done: string[] = []
    const [first, second] = [() => void done.push('first'), () => void done.push('second')]
    for (const task of [first, second, first]) schedule(task)
    const third = new Promise<void>((resolve) =>
      schedule(() => {
        schedule(first)
        schedule(resolve)
      }),
    )
    await third
    expect(done).toEqual(['first', 'second', 'first'])
  })
})
