import { z } from 'zod'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { appendAll, type BenchEngine } from '../setup/open-engine.ts'
import { usualPlays } from '../setup/play-events.ts'

const caughtUp = z.object({ ms: z.number() })

/**
 * The live fold works off a backlog while the same process builds a generation from the whole ledger, compared with the
 * same without a build. No other process folds. `filled`: plays in the ledger.
 */
export async function measureLiveFold(
  { databaseUrl, ...bench }: BenchEngine,
  flags: Flags,
  cleanup: Cleanup,
  { filled, players }: { readonly filled: number; readonly players: readonly string[] },
): Promise<Row> {
  let next = 1 + filled
  const trial = async (beside: boolean) => {
    await appendAll({ databaseUrl, ...bench }, usualPlays(flags.backlog, players, next, { rows: flags.rows }))
    next += flags.backlog
    const child = startChild('live-fold.ts')
    cleanup.add(() => child.end())
    const { ms } = await child.ask({ databaseUrl, beside }, caughtUp)
    await child.end()
    return (flags.backlog * 1000) / ms
  }
  return rowOf(
    {
      path: 'build',
      what: `the live fold beside it, catching up on ${flags.backlog} plays of ${flags.rows} rows`,
      unit: 'plays/s',
      floorIs: 'the same without a build',
      aim: { of: 'ratio', least: 0.5 },
    },
    await interleaved(
      flags.rounds,
      () => trial(true),
      () => trial(false),
    ),
    (rate) => rate,
  )
}
