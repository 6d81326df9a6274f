import type { Page } from 'playwright-core'
import { z } from 'zod'

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number().default(0),
      tdur: z.number().default(0),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
})

/** A task on the main thread of a page. */
interface Task {
  /** Start, ms. */
  readonly at: number
  /** CPU time, ms: independent of other load on the machine. */
  readonly ms: number
}

/** Main-thread activity of all open pages during `work`. */
export interface MainThreadTrace {
  readonly tasks: readonly Task[]
  /** Times of animation frames, ms. */
  readonly frames: readonly number[]
}

/** `page`: any page of the browser. */
export async function traceMainThread(page: Page, work: () => Promise<unknown>): Promise<MainThreadTrace> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(undefined, { categories: ['toplevel', 'devtools.timeline'] })
  await work()
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const thread = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(thread),
  )
  const named = (wanted: string) =>
    traceEvents.filter((event) => event.name === wanted && mains.has(thread(event)))
  return {
    tasks: named('ThreadControllerImpl::RunTask').map(({ ts, tdur }) => ({ at: ts / 1000, ms: tdur / 1000 })),
    frames: named('FireAnimationFrame').map(({ ts }) => ts / 1000),
  }
}
