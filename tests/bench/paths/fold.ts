import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import { appendAll, followFold, openBenchEngine, waitUntilFolded } from '../setup/open-engine.ts'
import { usualPlays } from '../setup/play-events.ts'

/**
 * The projector folds a backlog into tables that grow from round to round, compared with reading and decoding the same
 * events.
 */
export async function measureFold(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log } = bench
  const { ledger } = engine
  const players = crowdIds(1000)
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  const progress = await followFold(bench, cleanup)
  let from = await ledger.ends('events')

  const rates = await interleaved(
    flags.rounds,
    async (round) => {
      from = await ledger.ends('events')
      await appendAll(bench, usualPlays(flags.backlog, players, 1 + round * flags.backlog))
      const start = performance.now()
      const projector = await runProjector(engine, log)
      await waitUntilFolded(bench, progress)
      const ms = performance.now() - start
      await projector.stop()
      return (flags.backlog * 1000) / ms
    },
    async () => {
      const start = performance.now()
      let read = 0
      for await (const batch of ledger.read('events', from)) {
        for (const { bytes } of batch) if (decodeEvent(bytes)) read++
      }
      return (read * 1000) / (performance.now() - start)
    },
  )
  return [
    rowOf(
      {
        path: 'fold',
        what: `catching up on ${flags.backlog} plays`,
        unit: 'events/s',
        floorIs: 'reading and decoding the same events',
        aim: { of: 'ratio', least: 0.5 },
      },
      rates,
      (rate) => rate,
    ),
  ]
}
