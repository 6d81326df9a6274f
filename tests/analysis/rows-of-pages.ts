import type { Play } from '@stepledger/contracts/http/shapes/play.ts'

/** The row of a play's page in the table `plays`, without what depends on other plays. */
function rowOf({ chart, createdAt, rate, passed, eligible, leaderboards, statistics }: Play) {
  const at = new Date(createdAt)
  const monday = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const board = (name: string) => {
    const found = leaderboards.find(({ leaderboard }) => leaderboard === name)
    if (!found) throw new Error(`the page has no ${name}`)
    return found.data
  }
  const count = (name: string, judgment: string) => board(name).judgments[judgment] ?? 0
  const { holdsHeld, rollsHit, minesTotal, minesDodged } = board('EX').radar
  // Halves are rounded away from zero, as Postgres does; 0 instead of -0.
  const tenth = (ms: number | undefined) =>
    ms === undefined ? null : (Math.sign(ms) * Math.round(Math.abs(ms) * 10 + 1e-9)) / 10 + 0
  const tens = count('HardEX', 'Fantastic (10ms)')
  const fifteens = count('EX', 'Fantastic (15ms)')
  return {
    chart: chart.hash,
    week: monday.toISOString().slice(0, 10),
    rate,
    passed,
    ranked: eligible,
    hardex: Number(board('HardEX').score),
    ex: Number(board('EX').score),
    itg: Number(board('ITG').score),
    mean_offset: tenth(statistics?.mean),
    mean_absolute_offset: tenth(statistics?.meanAbsolute),
    deviation: tenth(statistics?.deviation),
    fantastic_10: tens,
    fantastic_15: fifteens - tens,
    fantastic_23: count('ITG', 'Fantastic (23ms)') - fifteens,
    excellent: count('ITG', 'Excellent'),
    great: count('ITG', 'Great'),
    decent: count('ITG', 'Decent'),
    way_off: count('ITG', 'Way Off'),
    miss: count('ITG', 'Miss'),
    held: holdsHeld + rollsHit,
    mines_hit: minesTotal - minesDodged,
  }
}

/** Adds what depends on the other plays of the player: which play of the chart it is, and where in a session. */
export function rowsOf(plays: readonly Play[]) {
  const ordered = plays.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id)
  const nth = new Map<string, number>()
  let begin = 0
  let before = Number.NEGATIVE_INFINITY
  return ordered.map((one) => {
    const at = Date.parse(one.createdAt)
    if (at - before > 2 * 3_600_000) begin = at
    before = at
    const row = rowOf(one)
    nth.set(row.chart, (nth.get(row.chart) ?? 0) + 1)
    const part = [60, 30, 15, 0].find((minute) => at - begin >= minute * 60_000)
    return { ...row, nth_play: nth.get(row.chart), session_part: part }
  })
}
