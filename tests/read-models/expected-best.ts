import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { FoldEvent, PlayFact } from '@stepledger/projections/batch.ts'

/** Counts of a chart: a row of `chart_counts`. */
export type CountsOfChart = ProcessedChart['counts'] & { readonly hash: string }

/**
 * The best counting play of each player on each chart in each system, computed from all events. `charts`: counts of
 * known charts. Ordered like the dump.
 */
export function expectedBest(
  events: readonly FoldEvent[],
  charts: readonly CountsOfChart[],
): Record<string, unknown>[] {
  const best = new Map<string, { play: PlayFact; hundredths: number; grade: string; system: number }>()
  for (const play of standing(events)) {
    const { key: player, data } = play.event
    const known = charts.filter(({ hash }) => hash === data.chart)
    const counts = play.scored.eligible && (known.length === 0 || known.some((chart) => isOf(play, chart)))
    for (const { id: system, hundredths, grade } of counts ? play.scored.systems : []) {
      const place = `${data.chart} ${player} ${String(system).padStart(3)}`
      const other = best.get(place)
      if (!other || wins(play, hundredths, other.play, other.hundredths))
        best.set(place, { play, hundredths, grade, system })
    }
  }
  return [...best]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { play, hundredths, grade, system }]) => ({
      chart: play.event.data.chart,
      system,
      player: play.event.key,
      key: hundredths * 2 ** 39 + (2 ** 39 - 1 - centiseconds(play)),
      play_id: play.event.data.playId,
      played_at: play.event.data.playedAt,
      grade,
    }))
}

function isOf({ event: { data } }: PlayFact, counts: CountsOfChart): boolean {
  const { rows, radar } = data
  return (
    rows.count === counts.rows &&
    radar.holds[1] === counts.holds &&
    radar.rolls[1] === counts.rolls &&
    radar.mines[1] === counts.mines
  )
}

/** The greater score, then the earlier receive time, then the smaller id. */
function wins(play: PlayFact, score: number, known: PlayFact, knownScore: number): boolean {
  if (score !== knownScore) return score > knownScore
  const [at, knownAt] = [centiseconds(play), centiseconds(known)]
  return at === knownAt ? play.event.data.playId < known.event.data.playId : at < knownAt
}

const centiseconds = ({ event }: PlayFact) => Math.floor(event.at / 10)

/** The plays without resends, withdrawn ones and those of erased players. */
function standing(events: readonly FoldEvent[]): PlayFact[] {
  const plays = new Map<number, PlayFact>()
  const contents = new Set<string>()
  const withdrawn = new Set<number>()
  const wiped = new Map<number, string>()
  const erased = new Set<string>()
  for (const placed of events) {
    if ('scored' in placed) {
      const { key, data } = placed.event
      const content = `${key} ${Buffer.from(data.fingerprint).toString('hex')}`
      if (erased.has(key) || plays.has(data.playId) || contents.has(content)) continue
      plays.set(data.playId, placed)
      contents.add(content)
      continue
    }
    const { event } = placed
    if (event.type === 'PlayerErased') erased.add(event.key)
    if (event.type !== 'PlayWithdrawn' && event.type !== 'PlayReinstated') continue
    const { playId, wipe } = event.data
    if (plays.get(playId)?.event.key !== event.key) continue
    if (event.type === 'PlayReinstated') {
      if (wiped.get(playId) === wipe) wiped.delete(playId)
    } else if (wipe === undefined) withdrawn.add(playId)
    else if (!withdrawn.has(playId) && !wiped.has(playId)) wiped.set(playId, wipe)
  }
  return [...plays.values()].filter(
    ({ event }) =>
      !erased.has(event.key) && !withdrawn.has(event.data.playId) && !wiped.has(event.data.playId),
  )
}
