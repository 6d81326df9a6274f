import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Play, play } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Server, startServer } from '../system/server.ts'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'

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
  const tenth = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms * 10) / 10)
  const tens = count('HardEX', 'Fantastic (10ms)')
  const fifteens = count('EX', 'Fantastic (15ms)')
  return {
    chart: chart.hash,
    week: monday.toISOString().slice(0, 10),
    rate,
    passed,
    ranked: eligible,
    hardex: board('HardEX').score,
    ex: board('EX').score,
    itg: board('ITG').score,
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
function rowsOf(plays: readonly Play[]) {
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

const textOf = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('the exported rows', () => {
  let given: ExportedHistory
  let exported: Export
  let server: Server
  let dataDir: string
  let pages: Play[]
  let optedOut: Set<string>

  beforeAll(async () => {
    given = await exportedHistory()
    const { rows } = await given.database.pool.query(
      'update accounts.players set in_published_data = false where id in (select id from accounts.players order by id limit 5) returning id',
    )
    optedOut = new Set(rows.map(({ id }) => id))
    exported = await given.export()
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-pages-'))
    server = await startServer(dataDir, { DATABASE_URL: given.url, RATE_LIMITS: 'off', DATA_EXPORT: 'off' })
    const { schema } = await given.live()
    const ids = await given.database.pool.query(`select id::integer as id from ${schema}.plays order by id`)
    pages = []
    for (const { id } of ids.rows) {
      const answer = await fetch(`${server.url}/api/play/${id}`)
      if (answer.status === 200) pages.push(play.parse(await answer.json()))
    }
  }, 180_000)
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
    await given.stop()
  })

  it('are the public pages of the plays of players who have not opted out, in every column', async () => {
    const byPlayer = new Map<string, Play[]>()
    for (const page of pages.filter(({ user }) => !optedOut.has(user.id)))
      byPlayer.set(page.user.id, [...(byPlayer.get(page.user.id) ?? []), page])
    const shown = [...byPlayer.values()].map((plays) => rowsOf(plays).map(textOf).sort())
    const numbered = new Map<unknown, string[]>()
    for (const { player, ...row } of await exported.ask(
      'select * replace (week::varchar as week) from plays',
    ))
      numbered.set(player, [...(numbered.get(player) ?? []), textOf(row)])
    const found = [...numbered.values()].map((rows) => rows.sort())
    const ordered = (players: string[][]) => players.map((rows) => rows.join('\n')).sort()
    expect(pages.some(({ user }) => optedOut.has(user.id))).toBe(true)
    expect(ordered(found)).toEqual(ordered(shown))
  })

  it('of timing are the steps of these pages', async () => {
    const counts = new Map<string, number>()
    for (const { chart, timingData } of pages.filter(({ user }) => !optedOut.has(user.id)))
      for (const [, offset] of timingData) {
        const ms = offset === 'Miss' ? null : Math.floor(Math.round(offset * 1e6) / 5_000) * 5
        const key = `${chart.hash} ${ms === null ? null : Math.max(-200, Math.min(195, ms))}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    const found = (await exported.ask('from timing')).map(({ chart, ms, rows }) => [`${chart} ${ms}`, rows])
    expect(new Map(found as [string, number][])).toEqual(counts)
    const sums =
      'sum(fantastic_10 + fantastic_15 + fantastic_23 + excellent + great + decent + way_off + miss)'
    expect(
      await exported.ask(`select chart, rows::integer as rows from (select chart, ${sums} as rows from plays group by chart)
        except select chart, sum(rows)::integer from timing group by chart`),
    ).toEqual([])
  })
})
