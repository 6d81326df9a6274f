import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { boardOfCountry } from '@stepledger/projections/countries/countries.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { boardAt, reignsOf } from '@stepledger/projections/records/board-history.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import {
  type LargeBoard,
  largeCountry,
  smallCountry,
  writeLargeBoards,
} from '../../generators/large-boards.ts'
import { lastPlayAt } from '../../generators/long-histories.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import type { Row } from '../rows.ts'
import { openBenchEngine } from '../setup/open-engine.ts'
import { rowsOfReads, type TimedRead } from '../setup/timed-reads.ts'

const large: LargeBoard = { chart: '0000000000000001', players: 100_000 }
const small: LargeBoard = { chart: '0000000000000002', players: 1_000 }
const system = 2
const limit = 25
const dayMs = 86_400_000

/** Boards of a chart of 100,000 players beside those of one of 1,000; the reads alone, sequential. */
export async function measureChart({ rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const { engine, log } = await openBenchEngine(cleanup)
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  const { pool } = engine.database
  await engine.database.transaction((tx) => writeLargeBoards(tx, 'g1', [large, small]))
  for (const text of [...vacuumReadModels('g1'), 'vacuum analyze projector.countries']) await pool.query(text)
  const generation = readable({ id: 1, schema: 'g1', rules: firstRules, codeVersion }, openReadModels(pool))
  const ofCountry =
    (country: number): TimedRead<LargeBoard> =>
    ({ chart }, nth) =>
      boardOfCountry(generation, { chart, system, country }, { from: (nth * limit) % 400, limit })
  const parts: Readonly<Record<string, TimedRead<LargeBoard>>> = {
    'a page of the board': ({ chart, players }, nth) =>
      boardEntries(generation, { chart, systems: [system] }, (nth * 997) % (players - limit), limit),
    'a board of a country of every thousandth player': ofCountry(smallCountry),
    'a board of a country of every second player': ofCountry(largeCountry),
    'the board as of a day': ({ chart }, nth) =>
      boardAt(generation, { chart, system, until: lastPlayAt - nth * 10 * dayMs }, { from: 0, limit }),
    'the history of the first place': ({ chart }) => reignsOf(generation, { chart, system }, { limit: 100 }),
  }
  return rowsOfReads(
    parts,
    { large, small },
    { path: 'chart', floorIs: 'the same of a chart of 1,000 players', rounds, aim: { most: 200 } },
  )
}
