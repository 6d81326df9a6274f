import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minCounted, rightGuesses } from '@stepledger/contracts/analysis/anonymity.ts'
import { type Measure, measures } from '@stepledger/contracts/analysis/measure.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'

/** A play as its public page has it. */
interface PublicPlay {
  readonly player: string
  readonly chart: string
  readonly month: string
  readonly passed: boolean | null
  readonly ranked: boolean
  readonly rate: number | null
  readonly hard_ex: number
  readonly ex: number
  readonly itg: number
}

const boards = { hard_ex: measures.hardEx, ex: measures.ex, itg: measures.itg } as const

type Row = Readonly<Record<string, unknown>>

/** Number of players who leave between the two exports. */
const departed = 24

/**
 * The attacker has an export from before, one of today, every public page of today with exact scores, and this code.
 * The goal: whether a player who left had played a chart, and with which score.
 */
describe('an attack by subtracting public pages from an older export', () => {
  let given: ExportedHistory
  let before: Export
  let today: Export
  /** All plays, including those that are no longer public: guesses are checked against them. */
  let plays: readonly PublicPlay[]
  let left: readonly string[]
  let cells: Map<string, { readonly before?: Row; readonly today?: Row }>

  beforeAll(async () => {
    given = await exportedHistory()
    before = await given.export('2026-12-10')
    const { schema } = await given.live()
    const found = await given.database.pool.query(`
      select player, chart, to_char(to_timestamp(played_at / 1000.0) at time zone 'UTC', 'YYYY-MM-01') as month, passed,
        eligible as ranked, rate, hundredths[1] / 100.0::float8 as hard_ex, hundredths[2] / 100.0::float8 as ex,
        hundredths[3] / 100.0::float8 as itg
      from ${schema}.plays where withdrawn_at is null and autoplay is not true`)
    plays = found.rows
    // Half opt out, half delete their account. Both are left out of the export and have no public pages.
    const players = [...new Set(plays.map(({ player }) => player))].sort()
    left = players.filter((_, i) => i % Math.floor(players.length / departed) === 0).slice(0, departed)
    await given.database.pool.query(
      'update accounts.players set in_published_data = false where id = any ($1)',
      [left.slice(0, departed / 2)],
    )
    await given.database.pool.query('delete from accounts.players where id = any ($1)', [
      left.slice(departed / 2),
    ])
    today = await given.export('2026-12-10')
    cells = new Map()
    for (const [when, exported] of [
      ['before', before],
      ['today', today],
    ] as const)
      for (const row of await exported.ask('select *, month::varchar as at from chart_months')) {
        const key = `${row.at} ${row.chart}`
        cells.set(key, { ...cells.get(key), [when]: row })
      }
  })
  afterAll(() => given.stop())

  const ofCell = (key: string) => plays.filter(({ month, chart }) => `${month} ${chart}` === key)
  /** Players with ranked plays, and the sum of their mean scores on a board, each scaled to -1 to 1. */
  const sumOf = (plays: readonly PublicPlay[], board: keyof typeof boards = 'ex') => {
    const { from, to }: Measure = boards[board]
    const byPlayer = new Map<string, number[]>()
    for (const { player, ranked, ...play } of plays) {
      if (!ranked) continue
      const unit = Math.max(-1, Math.min(1, (play[board] - (from + to) / 2) / ((to - from) / 2)))
      byPlayer.set(player, [...(byPlayer.get(player) ?? []), unit])
    }
    const means = [...byPlayer.values()].map((of) => of.reduce((a, b) => a + b) / of.length)
    return { players: means.length, sum: means.reduce((a, b) => a + b, 0) }
  }
  const published = (row: Row, board: keyof typeof boards = 'ex') => {
    const { from, to }: Measure = boards[board]
    const players = Number(row.ranked_players)
    return { players, sum: ((Number(row[board]) - (from + to) / 2) / ((to - from) / 2)) * players }
  }

  it('tells hardly better than chance whether a player who left had played a chart', () => {
    let right = 0
    let guesses = 0
    // The boards have independent noise. The guesses about the players of a row share its noise.
    for (const [key, rows] of cells)
      for (const player of left)
        for (const board of ['hard_ex', 'ex', 'itg'] as const) {
          const ofRow = ofCell(key)
          const own = sumOf(
            ofRow.filter((play) => play.player === player),
            board,
          )
          if (own.players === 0) continue
          for (const [row, isIn] of [
            [rows.before, true],
            [rows.today, false],
          ] as const) {
            if (!row || row.ranked_players === null) continue
            // The attacker knows the scores of all other players in the cell exactly.
            const others = sumOf(
              ofRow.filter((play) => play.player !== player && (isIn || !left.includes(play.player))),
              board,
            )
            // Maximum likelihood under this noise is the smaller distance.
            const distance = (sum: number) => Math.abs(published(row, board).sum - sum)
            const guess = distance(others.sum + own.sum) < distance(others.sum)
            right += guess === isIn ? 1 : 0
            guesses += 1
          }
        }
    process.stdout.write(`${right} of ${guesses} guesses were right\n`)
    expect(guesses).toBeGreaterThan(300)
    expect(right / guesses).toBeLessThan((rightGuesses + 10) / 100)
  })

  it.each(['before alone', 'before less today'] as const)(
    'finds the exact score of a player who left no more often than by chance: %s',
    (how) => {
      let guesses = 0
      const attacked = new Set<string>()
      const found = new Set<string>()
      for (const [key, rows] of cells)
        for (const player of left) {
          const own = sumOf(ofCell(key).filter((play) => play.player === player))
          if (own.players === 0 || !rows.before || rows.before.ranked_players === null) continue
          const seen = published(rows.before)
          const others = sumOf(ofCell(key).filter((play) => play.player !== player))
          const rest =
            how === 'before alone' || !rows.today || rows.today.ranked_players === null
              ? others
              : (() => {
                  const later = published(rows.today)
                  const departedSum = sumOf(
                    ofCell(key).filter((play) => play.player !== player && left.includes(play.player)),
                  )
                  return { players: later.players + departedSum.players, sum: later.sum + departedSum.sum }
                })()
          guesses += 1
          attacked.add(key)
          if (Math.abs(seen.sum - rest.sum - own.sum) * 30 <= 1) found.add(key)
        }
      process.stdout.write(`scores were found in ${found.size} of ${attacked.size} cells\n`)
      expect(guesses).toBeGreaterThan(50)
      // A random guess within the 60 points that count is this close in 1 of 30 cases. The scores of a cell share their
      // noise, so they are found together or not at all.
      expect(found.size).toBeLessThanOrEqual(Math.max(2, attacked.size / 10))
      expect(attacked.size).toBeGreaterThan(5)
    },
  )

  it('no file has a column of single plays or players, or a list of members', async () => {
    for (const { name, columns } of analysisTables) {
      if (['charts', 'packs'].includes(name)) continue
      expect(columns.filter(({ type }) => type.endsWith('[]') || type === 'TIMESTAMP')).toEqual([])
      expect(
        columns.map(({ name }) => name).filter((name) => /^(play|player|alias|user|id)$/.test(name)),
      ).toEqual([])
      const rows = await before.ask(`select players from ${name}`)
      for (const { players } of rows) expect(Number(players)).toBeGreaterThanOrEqual(minCounted - 1)
    }
  })

  it('the list of a series contains no exact counts of players', () => {
    const { months } = before.series
    for (const month of months) expect(Object.keys(month).sort()).toEqual(['digest', 'final', 'month'])
  })

  it('no file contains an alias, an e-mail address, an id or the key of the noise', async () => {
    const csv = await given.export('2026-12-10', { format: 'csv' })
    const texts = await Promise.all(
      csv.series.files.map(({ path }) => readFile(join(csv.folder, path), 'utf8')),
    )
    const text = texts.join('\n')
    const cellsOfText = new Set(text.split(/[,\n"]/))
    const { rows: players } = await given.database.pool.query('select id, alias, email from accounts.players')
    for (const { id, alias, email } of players) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
      expect(cellsOfText.has(alias)).toBe(false)
    }
    const { rows: keys } = await given.database.pool.query(
      "select encode(key, 'hex') as key from analysis.noise",
    )
    expect(text).not.toContain(keys[0]?.key)
    expect(JSON.stringify(csv.series)).not.toContain(keys[0]?.key)
  })
})
