import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import { MalformedColumnError } from '@stepledger/contracts/play/unpack-column.ts'
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
import { type Explanation, explainPlay } from '@stepledger/projections/scoring/explain.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { type FoundPlay, findPlay } from '../find-play.ts'
import type { Store } from '../store.ts'
import { readParked } from '../unfolded-events.ts'
import { boardName } from './places-of-plays.ts'

export type ExplainedPlay = NonNullable<Awaited<ReturnType<typeof explainPlayById>>>
export type BoardStanding = ExplainedPlay['standings'][number]

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
export async function waitsBehind(
  { database }: Pick<Store, 'database'>,
  { id }: Pick<StoredGeneration, 'id'>,
  { key, partition, offset }: Position & { readonly key: string },
): Promise<WaitsBehind> {
  // The events of a key are in one partition.
  const [first] = await readParked(database, id, { key, limit: 1 })
  const checkpoint = await readCheckpoints(database.pool, id)
  return {
    parked:
      first && first.offset < offset
        ? { position: formatPosition(first), type: first.type, reason: first.reason }
        : null,
    events: Math.max(0, offset - (checkpoint[partition] ?? 0)),
  }
}
