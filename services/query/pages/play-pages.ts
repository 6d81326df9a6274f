import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type {
  getPlay,
  getPlayExplanation,
  getPlayStandings,
  PlayExplanation,
} from '@stepledger/contracts/http/plays.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type {
  BoardPlay,
  PlayContext,
  PlayStandings,
  Standing,
} from '@stepledger/contracts/http/shapes/standing.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { unpackPoints } from '@stepledger/contracts/play/pack-points.ts'
import { unpackOffsets, unpackTimes } from '@stepledger/contracts/play/pack-rows.ts'
import { shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { BoardEntry } from '@stepledger/projections/boards/bests-and-boards.ts'
import { type PreviousBest, previousBests } from '@stepledger/projections/boards/improvements.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { chartByHash, chartSummaryOf, countsOfChart } from '@stepledger/projections/catalogue/reads.ts'
import { isParkedPlay } from '@stepledger/projections/generations/live-generation.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { clockWasWrong } from '@stepledger/projections/plays/time-of-play.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { explainPlay } from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { failOf, playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import { parkedPlay } from '../../platform/http/http-error.ts'
import { type Ledger, LedgerUnavailableError } from '../../platform/ledger/ledger.ts'
import { competitionsOfPlay } from '../competitions/competitions-of-play.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf, Snapshot } from '../page.ts'
import { scoresOf } from '../play-scores.ts'
import { tag } from '../tags.ts'
import { arrowTimings } from './arrow-timings.ts'
import { modifierWords } from './modifier-words.ts'

/**
 * A play by id: its scores from the read model, its steps from the ledger. While the ledger can't be read, the page has no
 * steps. Null for an unknown or withdrawn play; throws an HttpError for a parked one.
 */
export const playPage: Page<QuestionOf<typeof getPlay>, Play> = async ({ generation }, { id }) => {
  const row = await readablePlay(generation, id)
  const chart = row && (await chartByHash(generation, row.chart))
  if (!chart) return null
  /** Whether a processed pack contains the chart. */
  const isKnown = (await countsOfChart(generation, row.chart)).length > 0
  return async ({ ledger, players: directory }) => {
    const [event, players] = await Promise.all([
      submittedEventIfAvailable(ledger, row),
      directory.lookUp([row.player]),
    ])
    if (!event) return null
    const hasSteps = event !== 'unavailable'
    return {
      answer: {
        id: row.id,
        createdAt: isoOf(row.played_at),
        receivedAt: isoOf(row.at),
        user: nameOf(row.player, players),
        chart: chartSummaryOf(chart),
        leaderboards: scoresOf(row, generation).map((score) => ({ ...score, counts: row.eligible })),
        eligible: row.eligible,
        reasons: row.reasons.map((code) => ({ code, text: reasonText(code, generation.rules) })),
        provisional: !isKnown,
        passed: row.passed,
        rate: row.rate,
        statistics: statisticsOf(row),
        hasSteps,
        ...(hasSteps ? submittedParts(event, chart.steps_type) : withoutSteps),
      },
      tags: [tag.play(row.id), tag.name(row.player), tag.title(row.chart)],
      uncached: !hasSteps,
    }
  }
}

function statisticsOf({ statistics }: PlayRow): Play['statistics'] {
  if (!statistics) return null
  return {
    meanAbsolute: itemAt(statistics, 0),
    mean: itemAt(statistics, 1),
    deviation: itemAt(statistics, 2),
    max: itemAt(statistics, 3),
  }
}

const withoutSteps = {
  clockWasWrong: false,
  fail: null,
  speed: null,
  modifiers: [],
  pack: '',
  stepartist: '',
  arrows: null,
  timingData: [],
  lifebarInfo: [],
  npsData: [],
  peakNps: null,
} satisfies Partial<Play>

/** The parts of the page that only the event contains. */
function submittedParts(
  event: PlaySubmitted,
  stepsType: string | null,
): Pick<Play, keyof typeof withoutSteps> {
  const { data } = event
  const times = unpackTimes(data.rows)
  const points = (packed: typeof data.lifebar) =>
    unpackPoints(packed).flatMap(({ x, y }) => (x === undefined || y === undefined ? [] : [{ x, y }]))
  return {
    clockWasWrong: clockWasWrong(event),
    fail: failOf(playToScore(data, null)),
    ...modifierWords(data.modifiers),
    pack: shownTitle(data.pack),
    stepartist: shownTitle(data.stepartist),
    arrows: arrowTimings(data.rows, stepsType),
    timingData: Array.from(unpackOffsets(data.rows), (offset, i): Play['timingData'][number] => [
      itemAt(times, i),
      Number.isNaN(offset) ? 'Miss' : offset,
    ]),
    lifebarInfo: points(data.lifebar),
    npsData: data.nps ? points(data.nps) : [],
    peakNps: data.peakNps,
  }
}

/**
 * How a play's scores are calculated, recomputed from its event, by play id. Null for an unknown or withdrawn play.
 */
export const playExplanation: Page<QuestionOf<typeof getPlayExplanation>, PlayExplanation> = async (
  { generation },
  { id },
) => {
  const row = await readablePlay(generation, id)
  if (!row) return null
  const counts = await countsOfChart(generation, row.chart)
  return async ({ ledger }) => {
    const event = await submittedEventOf(ledger, row)
    if (!event) return null
    const explained = explainPlay(generation.rules, playToScore(event.data, counts))
    const { rows, rowsCounted, failedAt, maximumFrom, reasons } = explained
    const differs = reasons.some(({ code }) => code === 'chart-mismatch')
    return {
      answer: {
        playId: row.id,
        event: {
          position: formatPosition(row),
          type: event.type,
          version: event.v,
          receivedAt: isoOf(event.at),
        },
        rules: {
          title: explained.rules,
          position: formatPosition({ partition: 0, offset: generation.rulesOffset }),
          generation: generation.id,
        },
        rows,
        rowsCounted,
        failedAt,
        maximumFrom,
        chart: counts.length === 0 ? 'none' : differs ? 'differs' : 'matches',
        systems: explained.systems.map(({ name, percent: exact, hundredths, ...system }) => ({
          ...system,
          leaderboard: name,
          earned: [...system.earned],
          possible: [...system.possible],
          exact,
          score: percentText(hundredths),
        })),
      },
      tags: [tag.title(row.chart)],
    }
  }
}

/**
 * The current ranks of a play's player, the plays around it, and how it counts in competitions, by play id. A page of its
 * own, because every play on the chart can invalidate it. Null for an unknown or withdrawn play.
 */
export const playStandings: Page<QuestionOf<typeof getPlayStandings>, PlayStandings> = async (
  snapshot,
  { id: playId },
) => {
  const { generation } = snapshot
  const row = await readablePlay(generation, playId)
  if (!row) return null
  const { chart, player } = row
  const standings = row.eligible ? await namedStandingsOf(generation, { chart, player, playId }) : []
  const context = await findContext(snapshot, row)
  const events = await competitionsOfPlay(generation, row)
  return async ({ players: directory }) => {
    const ids = playersOf(context)
    const players = await directory.lookUp(ids)
    return {
      answer: { playId, standings, context: context.map((each) => shownContext(each, players)), events },
      tags: [tag.chart(chart), ...ids.map(tag.name), ...events.map(({ slug }) => tag.event(slug))],
    }
  }
}

/** Plays to compare with on one board, before their players have names. */
interface FoundContext {
  readonly leaderboard: string
  readonly player: string
  readonly first: BoardEntry | null
  readonly next: BoardEntry | null
  readonly previous: PreviousBest | null
}

/** Finds the plays of the first place, of the next one above the player, and the player's best before this play. */
async function findContext(
  { generation, rankings }: Snapshot,
  { id, chart, player, at }: Pick<PlayRow, 'id' | 'chart' | 'player' | 'at'>,
): Promise<FoundContext[]> {
  const { systems } = generation.rules
  const { boards } = await rankings.read(generation, {
    chart,
    systems: systems.map((system) => system.id),
    from: 0,
    limit: 1,
    near: { player, others: [], reach: 1 },
  })
  const earlier = await previousBests(generation, { chart, player, at, id })
  return systems.map((system) => {
    const board = boards.find((each) => each.system === system.id)
    const self = board?.self ?? null
    return {
      leaderboard: system.name,
      player,
      first: board?.page[0] ?? null,
      next: board?.around.find(({ rank }) => self !== null && rank === self.rank - 1) ?? null,
      previous: earlier.find((each) => each.system === system.id) ?? null,
    }
  })
}

/** The players whose names a context shows. */
function playersOf(context: readonly FoundContext[]): string[] {
  return [
    ...new Set(
      context.flatMap(({ player, first, next }) => [player, first?.player ?? [], next?.player ?? []].flat()),
    ),
  ]
}

function shownContext(
  { leaderboard, player, first, next, previous }: FoundContext,
  players: ReadonlyMap<string, PublicPlayer>,
): PlayContext {
  const playOf = (play: Pick<BoardEntry, 'player' | 'playId' | 'hundredths' | 'playedAt'>): BoardPlay => ({
    playId: play.playId,
    score: percentText(play.hundredths),
    user: nameOf(play.player, players),
    at: isoOf(play.playedAt),
  })
  return {
    leaderboard,
    first: first && playOf(first),
    next: next && playOf(next),
    previous: previous && playOf({ ...previous, player }),
  }
}

/** The standings of a play's player on each board, with board names; empty when the play does not count. */
export async function namedStandingsOf(
  generation: GenerationDb,
  play: { chart: string; player: string; playId: number },
): Promise<Standing[]> {
  const names = new Map(generation.rules.systems.map((system) => [system.id, system.name]))
  const standings = await standingsOf(generation, play)
  return standings.map(({ system, ...standing }) => ({
    leaderboard: names.get(system) ?? String(system),
    id: system,
    ...standing,
  }))
}

/** The row of a play; null for an unknown or withdrawn one. Throws an HttpError for a parked play. */
export async function readablePlay(generation: GenerationDb, id: number): Promise<PlayRow | null> {
  const row = await playById(generation, id)
  if (!row && (await isParkedPlay(generation, id))) throw parkedPlay()
  return row?.withdrawn_at === null ? row : null
}

/** Reads the event that a row was folded from; null when the ledger does not contain it. */
async function submittedEventOf(
  ledger: Pick<Ledger, 'at'>,
  { partition, offset }: Pick<PlayRow, 'partition' | 'offset'>,
): Promise<PlaySubmitted | null> {
  const recorded = await ledger.at('events', { partition, offset })
  const event = recorded && decodeEvent(recorded.bytes)
  return event?.type === 'PlaySubmitted' ? event : null
}

/** How long a page waits for a ledger that may be unavailable, ms. */
const timeoutMs = 2_000

/** The same, or `unavailable` when the ledger can't be read soon. */
export async function submittedEventIfAvailable(
  ledger: Pick<Ledger, 'at'>,
  row: Pick<PlayRow, 'partition' | 'offset'>,
): Promise<PlaySubmitted | null | 'unavailable'> {
  try {
    return await withDeadline(timeoutMs, submittedEventOf(ledger, row), 'reading the event of a play')
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof LedgerUnavailableError) return 'unavailable'
    throw error
  }
}
