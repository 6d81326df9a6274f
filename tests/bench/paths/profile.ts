import {
  maxPlaysAround,
  playsOfLatestSessions,
  sessionBreakMs,
} from '@stepledger/contracts/http/play-sessions.ts'
import { closestShown } from '@stepledger/contracts/http/rivals.ts'
import { comparedBests, suggestedCharts } from '@stepledger/contracts/http/suggestions.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { playsBetween, totalsOfPlayer } from '@stepledger/projections/activity/activity.ts'
import { headToHead } from '@stepledger/projections/boards/rivals-on-boards.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { latestSessions, sessionAround } from '@stepledger/projections/plays/play-sessions.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { bestsOfPlayer, gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { marksOn } from '@stepledger/projections/records/marks.ts'
import { placesOf } from '@stepledger/projections/records/places.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { latestBests, rivalsAbove, unplayedCharts } from '@stepledger/projections/suggestions/suggestions.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { lastPlayAt, writeLongHistories } from '../../generators/long-histories.ts'
import { playerNumber } from '../../generators/small-play.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import type { Row } from '../rows.ts'
import { homeReads, writeNotifications } from '../setup/home-reads.ts'
import { openBenchEngine } from '../setup/open-engine.ts'
import { rowsOfReads, type TimedRead } from '../setup/timed-reads.ts'

interface Player {
  readonly id: number
  readonly player: string
  readonly plays: number
  readonly other: string
}
const busy: Player = { id: 1, player: playerNumber(1), plays: 100_000, other: playerNumber(2) }
const small: Player = { id: 2, player: playerNumber(2), plays: 1_000, other: playerNumber(1) }
const charts = 2_000
const system = 2
const board = 'EX'
const since = lastPlayAt - 7 * 86_400_000
const days = Array.from(
  { length: 372 },
  (_, i) => lastPlayAt - (lastPlayAt % 900_000) - (371 - i) * 86_400_000,
)

const partsIn = (generation: GenerationDb): Readonly<Record<string, TimedRead<Player>>> => ({
  'cells and a year of days': async ({ player }) => {
    await totalsOfPlayer(generation, player)
    await playsBetween(generation, player, days)
  },
  grades: async ({ player }) => {
    await gradeCountsOf(generation, player, system)
  },
  'a page of bests with places and how they moved': async ({ player }, nth) => {
    const { bests } = await bestsOfPlayer(
      generation,
      { player, system, firsts: false, grades: null, search: '', orderBy: 'date', orderDirection: 'desc' },
      { from: (nth * 10) % 900, limit: 10 },
    )
    const entries = bests.map(({ chart, key }) => ({ chart, key: key ?? 0 }))
    await placesOf(generation, { player, system, since }, entries)
  },
  'recent plays with place and change': async ({ player }, nth) => {
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
  'marks of a list of 25 charts': ({ player }, nth) =>
    marksOn(
      generation,
      player,
      Array.from({ length: 25 }, (_, i) => ((nth * 25 + i) % charts).toString(16).padStart(16, '0')),
    ),
  'the session of a play': async ({ player, plays, id }) => {
    await latestSessions(generation, player, {
      breakMs: sessionBreakMs,
      sessions: 5,
      plays: playsOfLatestSessions,
    })
    await sessionAround(generation, id * 10_000_000 + plays / 2, {
      breakMs: sessionBreakMs,
      maxPlays: maxPlaysAround,
    })
  },
  'what to play: unplayed, next grade, next rival': async ({ player, other }) => {
    const bests = await latestBests(generation, player, system, comparedBests)
    await unplayedCharts(generation, player, { meter: 9, stepsTypes: ['dance-single'] }, suggestedCharts)
    await rivalsAbove(generation, {
      player,
      rivals: [other],
      system,
      bests: bests.length,
      limit: suggestedCharts,
    })
  },
  'a comparison with a rival on 1,000 charts': ({ player, other }, nth) =>
    headToHead(generation, {
      player,
      other,
      system,
      orderBy: 'gap',
      orderDirection: 'asc',
      from: (nth * 25) % 900,
      limit: 25,
      closest: closestShown,
    }),
})

/**
 * The parts of the profile of a player of 100,000 plays, the list of the bell and the home page, beside those of a player
 * of 1,000; the reads alone, sequential.
 */
export async function measureProfile({ rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const { engine, log } = await openBenchEngine(cleanup)
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  const { pool } = engine.database
  await engine.database.transaction(async (tx) => {
    await writeLongHistories(tx, 'g1', { charts, histories: [busy, small] })
    await writeNotifications(tx, { schema: 'g1', rules: firstRules }, busy)
  })
  for (const text of vacuumReadModels('g1')) await pool.query(text)
  const generation = readable({ id: 1, schema: 'g1', rules: firstRules, codeVersion }, openReadModels(pool))
  return rowsOfReads(
    { ...partsIn(generation), ...homeReads(generation, system, since) },
    { large: busy, small },
    { path: 'profile', floorIs: 'the same of a player of 1,000 plays', rounds, aim: { most: 20 } },
  )
}
