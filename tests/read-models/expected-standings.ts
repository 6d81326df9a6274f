import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'

interface Play {
  chart: string
  player: string
  at: number
  played_at: number
  id: number
  hundredths: number[]
  reasons: string[]
  cmod: boolean | null
  withdrawn_at: number | null
  withdrawn_by: 'player' | 'operator' | null
}

/** Points computed directly, without the interpreter of formulas. */
function plainPoints(formula: CompetitionState['document']['points'], rank: number): number {
  const value =
    formula.pieces.length === 1
      ? 10_000 * Math.exp(-0.08 * (rank - 1))
      : rank <= 10
        ? 10_000 * Math.exp(-0.06 * (rank - 1))
        : rank <= 30
          ? 10_000 * Math.exp(-0.06 * 9) * Math.exp(-0.055 * (rank - 10))
          : (10_000 * Math.exp(-0.06 * 9) * Math.exp(-0.055 * 20)) / (1 + 0.02 * (rank - 30))
  return Math.max(1, Math.round(value))
}

/**
 * The standings of a competition computed from all plays, as an oracle; ordered like the tables. `statuses`: what players are
 * in it.
 */
export async function expectedStandings(
  database: Database,
  { schema, rules }: { readonly schema: string; readonly rules: Rules },
  state: CompetitionState | undefined,
  statuses: ReadonlyMap<string, ParticipationStatus>,
) {
  if (!state) return { scores: [], boards: [], totals: [] }
  const { slug, access, rounds, boards, grace, failedPlaysCount, points } = state.document
  const { rows } = await database.pool.query<Play>(
    `select id, chart, player, at, played_at, hundredths, reasons, cmod, withdrawn_at, withdrawn_by from ${schema}.plays`,
  )
  const counts = ({ id, player, reasons, withdrawn_at }: Play) =>
    withdrawn_at === null &&
    !state.takenOut.includes(id) &&
    (access === 'everybody' ? statuses.get(player) !== 'left' : statuses.get(player) === 'in') &&
    (reasons.length === 0 || (failedPlaysCount && ['failed', 'life-ran-out'].includes(reasons.join())))
  const systems = boards.map((name) => rules.systems.findIndex((system) => system.name === name))
  const scores: { slug: string; round: number; chart: string; player: string; hundredths: number[] }[] = []
  for (const [i, round] of rounds.entries())
    for (const chart of round.charts.toSorted()) {
      const received = rows
        .filter(
          (play) =>
            play.chart === chart &&
            play.played_at >= round.start &&
            play.played_at < round.end &&
            play.at < round.end + grace * 1_000 &&
            (play.withdrawn_at === null || play.withdrawn_by === 'player'),
        )
        .sort((a, b) => a.at - b.at || a.id - b.id)
      const isFirst = (play: Play) => received.find(({ player }) => player === play.player) === play
      const plays = received.filter(
        (play) =>
          counts(play) && (round.cmod || play.cmod === false) && (round.attempts === 'best' || isFirst(play)),
      )
      for (const player of [...new Set(plays.map((play) => play.player))].toSorted()) {
        const own = plays.filter((play) => play.player === player)
        const hundredths = systems.map((system) =>
          Math.max(...own.map((play) => play.hundredths[system] ?? 0)),
        )
        scores.push({ slug, round: i + 1, chart, player, hundredths })
      }
    }
  const boardRows: unknown[] = []
  const totals = new Map<
    string,
    { slug: string; round: number; board: number; player: string; points: number; charts: number }
  >()
  for (const [i, round] of rounds.entries()) {
    const ofRound = new Map<string, number[]>()
    for (const chart of round.charts.toSorted())
      for (const board of boards.keys()) {
        const on = scores.filter((score) => score.round === i + 1 && score.chart === chart)
        const values = on.map(({ hundredths }) => hundredths[board] ?? 0)
        const distinct = [...new Set(values)].toSorted((a, b) => b - a)
        if (distinct.length > 0)
          boardRows.push({
            slug,
            round: i + 1,
            chart,
            board,
            hundredths: distinct,
            players: distinct.map((value) => values.filter((other) => other === value).length),
          })
        for (const { player, hundredths } of on) {
          const rank = 1 + values.filter((value) => value > (hundredths[board] ?? 0)).length
          const key = `${board} ${player}`
          ofRound.set(key, [...(ofRound.get(key) ?? []), plainPoints(points, rank)])
        }
      }
    for (const [key, values] of ofRound)
      for (const sum of [i + 1, 0]) {
        const [board = '', player = ''] = key.split(' ')
        const known = totals.get(`${sum} ${key}`) ?? {
          slug,
          round: sum,
          board: Number(board),
          player,
          points: 0,
          charts: 0,
        }
        const counted = values.toSorted((a, b) => b - a).slice(0, round.counted ?? values.length)
        known.points += counted.reduce((total, each) => total + each, 0)
        known.charts += values.length
        totals.set(`${sum} ${key}`, known)
      }
  }
  return {
    scores,
    boards: boardRows,
    totals: [...totals.values()].toSorted(
      (a, b) => a.round - b.round || a.board - b.board || (a.player < b.player ? -1 : 1),
    ),
  }
}
