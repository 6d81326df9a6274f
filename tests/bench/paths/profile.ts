import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { playsBetween, totalsOf } from '@stepledger/projections/activity/reads.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { vacuumReadModels } from '@stepledger/projections/read-models.ts'
import { bestsOfPlayer, gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { marksOn } from '@stepledger/projections/records/marks.ts'
import { placesOf } from '@stepledger/projections/records/places.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { recordsSince } from '@stepledger/projections/records/records-since.ts'
import { openReadModels } from '@stepledger/services/platform/database/read-models.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { lastPlayAt, writeLongHistories } from '../../generators/long-histories.ts'
import { playerNumber } from '../../generators/small-play.ts'
import type { Cleanup } from '../cleanup.ts'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { openBenchEngine } from '../stage/open-engine.ts'

const busy = { player: playerNumber(1), plays: 100_000 }
const small = { player: playerNumber(2), plays: 1_000 }
const charts = 2_000
/** Sequential reads per round. */
const looks = 100
const system = 2
const board = 'EX'
const since = lastPlayAt - 7 * 86_400_000
const days = Array.from(
  { length: 372 },
  (_, i) => lastPlayAt - (lastPlayAt % 900_000) - (371 - i) * 86_400_000,
)

type Read = (generation: GenerationDb, player: string, nth: number) => Promise<unknown>

const parts: Readonly<Record<string, Read>> = {
  'cells and a year of days': async (generation, player) => {
    await totalsOf(generation, player)
    await playsBetween(generation, player, days)
  },
  'grades and records of the week': async (generation, player) => {
    await gradeCountsOf(generation, player, system)
    await recordsSince(generation, { player, system, since }, 5)
  },
  'a page of bests with places and how they moved': async (generation, player, nth) => {
    const { bests } = await bestsOfPlayer(
      generation,
      { player, system, firsts: false, grades: null, search: '', orderBy: 'date', orderDirection: 'desc' },
      { from: (nth * 10) % 900, limit: 10 },
    )
    const entries = bests.map(({ chart, key }) => ({ chart, key: key ?? 0 }))
    await placesOf(generation, { player, system, since }, entries)
  },
  'recent plays with place and change': async (generation, player, nth) => {
    const everything = { search: '', minMeter: null, maxMeter: null, includeUnknown: true, board } as const
    const { plays } = await playsOfPlayer(
      generation,
      player,
      { ...everything, orderBy: 'date', orderDirection: 'desc' },
      { from: (nth * 10) % 900, limit: 10 },
    )
    const ids = plays.map(({ playId }) => playId)
    await playsOnBoard(generation, { player, system }, ids)
  },
  'marks of a list of 25 charts': (generation, player, nth) =>
    marksOn(
      generation,
      player,
      Array.from({ length: 25 }, (_, i) => ((nth * 25 + i) % charts).toString(16).padStart(16, '0')),
    ),
}

/** The parts of the profile of a player of 100,000 plays, beside one of 1,000; the reads alone, sequential. */
export async function measureProfile({ rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const { engine, log } = await openBenchEngine(cleanup)
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  const { pool } = engine.database
  await engine.database.transaction((tx) =>
    writeLongHistories(tx, 'g1', { charts, histories: [busy, small] }),
  )
  for (const text of vacuumReadModels('g1')) await pool.query(text)
  const generation = readable({ id: 1, schema: 'g1', rules: firstRules, codeVersion }, openReadModels(pool))
  const rows: Row[] = []
  for (const [what, read] of Object.entries(parts)) {
    const timed = (player: string) => async () => {
      const ms: number[] = []
      for (let i = 0; i < looks; i++) {
        const start = performance.now()
        await read(generation, player, i)
        ms.push(performance.now() - start)
      }
      return latenciesOf(ms)
    }
    const measured = await interleaved(rounds, timed(busy.player), timed(small.player))
    const text = { path: 'profile', unit: 'ms', floorIs: 'the same of a player of 1,000 plays' } as const
    rows.push(
      rowOf({ ...text, what: `${what}, p50` }, measured, ({ p50 }) => p50),
      rowOf({ ...text, what: `${what}, p99`, aim: { most: 20 } }, measured, ({ p99 }) => p99),
    )
  }
  return rows
}
