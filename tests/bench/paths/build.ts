import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { startChild } from '../children.ts'
import type { Endings } from '../endings.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../stage/crowd.ts'
import { appendAll, caughtUp, followFold, openGround } from '../stage/open-engine.ts'
import { usualPlays } from '../stage/play-events.ts'

const built = z.object({ ms: z.number(), rssBytes: z.number(), cpuMs: z.number() })

/**
 * A generation is built of the whole ledger, from asking for it to the switch, beside reading and decoding the same events. Histories of
 * several lengths show how its speed and its memory grow.
 */
export async function measureBuild(flags: Flags, endings: Endings): Promise<Row[]> {
  const ground = await openGround(endings)
  const { engine, log, databaseUrl } = ground
  const players = crowdIds(1000)
  const progress = await followFold(ground, endings)
  const rows: Row[] = []
  let filled = 0
  for (const plays of [...flags.history].sort((a, b) => a - b)) {
    const folding = await runProjector(engine, log)
    await appendAll(ground, usualPlays(plays - filled, players, 1 + filled, flags.rows))
    filled = plays
    await caughtUp(ground, progress)
    await folding.stop()
    await engine.database.pool.query('VACUUM ANALYZE')
    // Of its own for each length: what an earlier one left in memory is not in the figures.
    const [builder, reader] = [startChild('builder.ts'), startChild('builder.ts')]
    endings.add(() => builder.end())
    endings.add(() => reader.end())
    const measured = await interleaved(
      flags.rounds,
      () => builder.ask({ databaseUrl, what: 'build' }, built),
      () => reader.ask({ databaseUrl, what: 'read' }, built),
    )
    await Promise.all([builder.end(), reader.end()])
    const text = { path: 'build', floorIs: 'reading and decoding them' } as const
    const of = `${plays.toLocaleString('en-US')} plays of ${flags.rows} rows`
    rows.push(
      rowOf(
        { ...text, what: of, unit: 'plays/s', aim: '≥ 10,000/s' },
        measured,
        ({ ms }) => (plays * 1000) / ms,
      ),
      rowOf({ ...text, what: `${of}, CPU of the process a play`, unit: 'µs' }, measured, ({ cpuMs }) => {
        return (cpuMs * 1000) / plays
      }),
      rowOf(
        { ...text, what: `${of}, most memory`, unit: 'MB' },
        measured,
        ({ rssBytes }) => rssBytes / 1_000_000,
      ),
    )
  }
  return rows
}
