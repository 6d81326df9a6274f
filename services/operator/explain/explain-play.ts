import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { PointsLine } from '@stepledger/contracts/http/plays.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { MalformedColumnError } from '@stepledger/contracts/play/pack-column.ts'
import { shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { countsOfChart } from '@stepledger/projections/catalogue/reads.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { clockWasWrong, timeOfPlay } from '@stepledger/projections/plays/time-of-play.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import {
  type Explanation,
  explainPlay,
  type SystemExplanation,
} from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { firstParked } from '../../projector/generations/parked-events.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { type FoundPlay, findPlay } from '../find-play.ts'
import { aligned, count, counted, printable } from '../format-text.ts'
import type { Store } from '../store.ts'
import { boardName } from './explain-player.ts'

type ExplainedPlay = NonNullable<Awaited<ReturnType<typeof explainPlayById>>>
type BoardStanding = ExplainedPlay['standings'][number]

/**
 * Explains a play: its event, the rules and calculation of its scores, and its current standings. Null when there is no
 * such play. Throws CommandFailedError.
 */
export async function explainPlayById(store: Store, playId: number) {
  const live = await readLiveGeneration(store.database)
  const found = await findPlay(store, live, playId)
  if (!found) return null
  const rules = live ? { rules: live.rules, offset: live.rulesOffset } : await latestRules(store.ledger)
  if (!rules) throw new CommandFailedError('No rules have been published, so scores cannot be explained')
  const { event, row, parkedFor, withdrawal } = found
  const { data, key } = event
  const counts = live ? await countsOfChart(readable(live, store.readModels), data.chart) : []
  const explanation = tryToExplain(rules.rules, data, counts)
  const alias = (await store.players.lookUp([key])).get(key)?.alias ?? null
  const shown = row?.hundredths.map((hundredths, i) => ({ hundredths, grade: itemAt(row.grades, i) })) ?? null
  return {
    playId,
    event: {
      position: formatPosition(found),
      id: event.id,
      type: event.type,
      v: event.v,
      receivedAt: iso(event.at),
    },
    player: { id: key, alias },
    chart: { hash: data.chart, title: shownTitle(data.songName) },
    playedAt: iso(timeOfPlay(event)),
    clockWasWrong: clockWasWrong(event),
    /** waiting: in the ledger, not folded yet. */
    state: row ? ('shown' as const) : parkedFor === null ? ('waiting' as const) : ('parked' as const),
    parkedFor,
    /** Of a play that is waiting or parked; null for others, and without read models. */
    waitsBehind: live && !row ? await waitsBehind(store, live, { ...found, key }) : null,
    /** `wipe`: the wipe that can be reinstated; null: withdrawn permanently. `folded`: the read models contain it. */
    withdrawn:
      withdrawal.at === null
        ? null
        : { at: iso(withdrawal.at), wipe: withdrawal.wipe, folded: row?.withdrawn_at != null },
    generation: live?.id ?? null,
    rules: { title: rules.rules.title, offset: rules.offset },
    /** Null when its columns are malformed and it cannot be scored. */
    explanation,
    /** Scores in the read models; null while it is not folded. */
    shown,
    /** Whether the shown scores equal the calculated ones. */
    agrees:
      shown === null ||
      (explanation?.systems.every(
        ({ hundredths, grade }, i) => shown[i]?.hundredths === hundredths && shown[i]?.grade === grade,
      ) ??
        false),
    /** Current standings of its player; empty when this play does not count. */
    standings: live && row ? await standings(store, live, found) : [],
  }
}

function tryToExplain(
  rules: Rules,
  data: PlaySubmitted['data'],
  counts: readonly ChartCounts[],
): Explanation | null {
  try {
    return explainPlay(rules, playToScore(data, counts))
  } catch (error) {
    if (error instanceof MalformedColumnError) return null
    throw error
  }
}

async function standings({ readModels }: Store, live: StoredGeneration, { event }: FoundPlay) {
  const { playId, chart } = event.data
  const places = await standingsOf(readable(live, readModels), { chart, player: event.key, playId })
  return places.map(({ system, rank, total, personalBest, delta }) => ({
    board: boardName(live, system),
    rank,
    total,
    personalBest,
    delta,
  }))
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** What an event that is not folded waits for. */
interface WaitsBehind {
  /** The earliest parked event of the same key before it. Null: none, so only the projector has to catch up. */
  readonly parked: { readonly position: string; readonly type: string; readonly reason: string } | null
  /** Events of its partition that are folded before it. */
  readonly events: number
}

/** Finds what an event of `key` at `position` waits behind in a generation. */
async function waitsBehind(
  { database }: Pick<Store, 'database'>,
  { id }: Pick<StoredGeneration, 'id'>,
  { key, partition, offset }: Position & { readonly key: string },
): Promise<WaitsBehind> {
  // The events of a key are in one partition.
  const [first] = await firstParked(database.pool, id, { key, limit: 1 })
  const checkpoint = await readCheckpoints(database.pool, id)
  return {
    parked:
      first && first.offset < offset
        ? { position: formatPosition(first), type: first.type, reason: first.reason }
        : null,
    events: Math.max(0, offset - (checkpoint[partition] ?? 0)),
  }
}

export function showExplanation(play: ExplainedPlay): string[] {
  const { event, player, chart, rules, explanation, standings } = play
  return [
    ...aligned([
      ['Play', String(play.playId)],
      ['Event', `${event.type} v${event.v} at ${event.position}, id ${printable(event.id)}`],
      ['Received', event.receivedAt],
      ['Played', play.clockWasWrong ? `${play.playedAt}: the game's clock was wrong` : play.playedAt],
      ['Player', `${player.alias === null ? 'deleted account' : printable(player.alias)} (${player.id})`],
      ['Chart', `${printable(chart.title)} (${chart.hash})`],
      ['Rules', `"${printable(rules.title)}" (rules 0:${rules.offset})${generationText(play)}`],
      ['State', stateText(play)],
      ...waitsLines(play),
      ['Counts', countsText(play)],
      ['Rows', explanation ? rowsText(explanation) : 'malformed: nothing can be scored'],
    ]),
    ...(explanation?.systems ?? []).flatMap((system, i) => [
      '',
      `${system.name}: ${percentText(system.hundredths)} %, ${system.grade}${shownText(play, i)}`,
      ...indented(sumLines(system)),
      `  grade ${gradeText(system)}`,
      ...indented(standings.filter(({ board }) => board === system.name).map(standingText)),
    ]),
  ]
}

function generationText({ generation }: ExplainedPlay): string {
  return generation === null ? '' : `, generation ${generation}`
}

function stateText({ state, parkedFor, withdrawn }: ExplainedPlay): string {
  if (state === 'parked') return `parked: ${printable(parkedFor ?? '')}`
  const place = state === 'shown' ? 'shown' : 'in the ledger, not folded yet'
  if (!withdrawn) return place
  const text = `withdrawn at ${withdrawn.at}${withdrawn.wipe === null ? '' : ` by wipe ${withdrawn.wipe}`}`
  return withdrawn.folded ? text : `${place}; ${text}, not folded yet`
}

function waitsLines({ waitsBehind, state }: ExplainedPlay): string[][] {
  if (!waitsBehind) return []
  const { parked, events } = waitsBehind
  if (parked)
    return [['Waits', `behind ${printable(parked.type)} at ${parked.position}: ${printable(parked.reason)}`]]
  return state === 'waiting' ? [['Waits', `behind ${counted(events, 'event')} of its partition`]] : []
}

function countsText({ explanation, withdrawn, parkedFor }: ExplainedPlay): string {
  const reasons = [
    ...(explanation?.reasons ?? []).map(({ text }) => text),
    ...(withdrawn ? ['It was withdrawn.'] : []),
    ...(parkedFor === null ? [] : ['It is parked.']),
  ]
  return reasons.length === 0 ? 'yes' : `no: ${reasons.join(' ')}`
}

function rowsText({ rows, rowsCounted, failedAt, maximumFrom, provisional }: Explanation): string {
  const failed =
    failedAt === null ? '' : `, ${count(rowsCounted)} before the fail at ${failedAt.toFixed(3)} song seconds`
  return `${count(rows)}${failed}; ${maximumTexts[maximumFrom]}${provisional ? ', as long as no pack contains the chart' : ''}`
}

const maximumTexts = {
  chart: "the maximum is the chart's",
  game: 'the maximum is by the rows that the game expected',
  play: 'the maximum is by its own rows',
} as const

/** The score in the read model, if it differs. */
function shownText({ shown, explanation }: ExplainedPlay, i: number): string {
  const row = shown?.[i]
  const system = explanation?.systems[i]
  if (!row || (row.hundredths === system?.hundredths && row.grade === system.grade)) return ''
  return `, BUT ${percentText(row.hundredths)} %, ${row.grade} is shown: run \`ledger verify\``
}

/** A grade rule starts with its grade; without a rule the grade is prepended. */
function gradeText({ grade, gradeRule }: SystemExplanation): string {
  return gradeRule.startsWith(`${grade}:`) ? gradeRule : `${grade}: ${gradeRule}`
}

function sumLines(system: SystemExplanation): string[] {
  const { earned, sum, possible, maximum, percent, arithmetic, hundredths } = system
  return [
    ...aligned(
      [
        ...earned.map(pointsCells),
        ['earned', '', '', '', '=', rounded(sum)],
        ...possible.map(pointsCells),
        ['to be earned', '', '', '', '=', rounded(maximum)],
      ],
      [1, 3, 5],
    ),
    `${rounded(sum)} / ${rounded(maximum)} = ${percent.toFixed(6)} %, ${cutTexts[arithmetic]} ${percentText(hundredths)} %`,
  ]
}

const cutTexts = {
  double: 'cut to',
  engine: 'in single precision, plus 0.0001 as the game adds, cut to',
} as const

function pointsCells({ what, count: n, weight, points }: PointsLine): string[] {
  return [what, count(n), '×', rounded(weight), '=', rounded(points)]
}

function rounded(n: number): string {
  return String(Math.round(n * 1000) / 1000)
}

function standingText({ rank, total, personalBest, delta }: BoardStanding): string {
  const by = personalBest ? 'by this play' : 'by a better play'
  const change = delta === null ? 'first play of this chart' : `${delta} compared with the previous best`
  return `rank ${count(rank)} of ${count(total)} ${by}; ${change}`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
