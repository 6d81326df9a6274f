import { z } from 'zod'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import type { FilledServer } from '../setup/filled-server.ts'

const perSecond = 20

/**
 * Time from the answer to a play until the message for its chart page arrives; the play is folded and read in between.
 */
export async function measurePush(
  { rounds, seconds }: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const { url, crowd } = await filledServer()
  const watcher = startChild('push-watcher.ts')
  cleanup.add(() => watcher.end())
  const measured = await interleaved(
    rounds,
    (round) => watcher.ask({ url, perSecond, seconds, keys: crowd.keys, seed: 9000 + round * 100 }, pushed),
    null,
  )
  const text = { path: 'push', unit: 'ms' } as const
  const what = `acknowledged to pushed, ${perSecond} plays/s`
  return [
    rowOf({ ...text, what: `${what}, p50` }, measured, (run) => run.p50),
    rowOf({ ...text, what: `${what}, p99`, aim: { most: 250 } }, measured, (run) => run.p99),
  ]
}

const pushed = z.object({ p50: z.number(), p99: z.number(), count: z.int() })
