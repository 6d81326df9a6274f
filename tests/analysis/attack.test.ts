import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fewestOfCountry, fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exported, type ExportedHistory, exportedHistory, pseudonymOf } from './exported-history.ts'

/**
 * Who has all public pages knows of every play its player, its chart, when it was played, its scores and steps. They
 * hold the export beside it, and name a player for each row.
 */
interface PublicPlay {
  readonly id: string
  readonly player: string
  readonly alias: string
  readonly chart: string
  readonly at: number
  readonly passed: boolean | null
  readonly ranked: boolean
  readonly scores: readonly number[]
  readonly meter: number
}

type Row = Readonly<Record<string, unknown>>

/**
 * The greatest part of the rows that look the same, in any table, that is of one player: whatever an attacker knows, no
 * guess of whose a row is comes true more often.
 */
function bestGuess(rows: readonly Row[], pseudonym: string, ownerOf: (name: string) => string): number {
  const alike = new Map<string, string[]>()
  for (const { [pseudonym]: name, ...seen } of rows) {
    const look = JSON.stringify(seen)
    alike.set(look, [...(alike.get(look) ?? []), ownerOf(String(name))])
  }
  let best = 0
  for (const owners of alike.values()) {
    const counts = new Map<string, number>()
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    best = Math.max(best, Math.max(...counts.values()) / owners.length)
  }
  return best
}

describe('an attacker who has the export and all public pages', () => {
  let given: ExportedHistory
  let exported: Exported
  let plays: readonly PublicPlay[]
  let ownerOf: (name: string) => string

  beforeAll(async () => {
    given = await exportedHistory()
    exported = await given.export('2026-12-10')
    const { schema } = await given.live()
    const { rows } = await given.database.pool.query(`
      select p.id::text, p.player, a.alias, p.chart, p.played_at as at, p.passed, p.eligible as ranked, p.hundredths as scores, c.meter
      from ${schema}.plays p join accounts.players a on a.id = p.player join ${schema}.charts c on c.hash = p.chart
      where p.withdrawn_at is null and p.autoplay is not true`)
    plays = rows
    const owners = new Map<string, string>()
    for (const { id, player } of plays) {
      owners.set(pseudonymOf(exported, id), player)
      owners.set(pseudonymOf(exported, player), player)
    }
    ownerOf = (name) => {
      const owner = owners.get(name)
      if (owner === undefined) throw new Error(`${name} is nobody`)
      return owner
    }
  })
  afterAll(() => given.stop())

  const all = (table: string) => exported.ask(`select * from ${table}`)

  it.each([
    ['plays', 'play'],
    ['players', 'player'],
  ])(
    'names the player of a row of %s in one of five cases at best, by all of its columns',
    async (table, pseudonym) => {
      const rows = await all(table)
      expect(rows.length).toBeGreaterThan(20)
      expect(bestGuess(rows, pseudonym, ownerOf)).toBeLessThanOrEqual(1 / fewestPlayers)
    },
  )

  it('would be helped by another column, which is noticed: an exact score, the day, a player', async () => {
    const byName = new Map(plays.map((play) => [pseudonymOf(exported, play.id), play]))
    const published = (await all('plays')).map((row) => ({ row, play: byName.get(String(row.play)) }))
    const helped = (column: (play: PublicPlay | undefined) => unknown) =>
      bestGuess(
        published.map(({ row, play }) => ({ ...row, more: column(play) })),
        'play',
        ownerOf,
      )
    expect(helped((play) => play?.scores[1])).toBe(1)
    expect(helped((play) => new Date(play?.at ?? 0).toISOString().slice(0, 13))).toBe(1)
    expect(helped((play) => play?.player.slice(0, 2))).toBeGreaterThan(1 / fewestPlayers)
  })

  it('joins plays by chart, time and scores, and is right no more often', async () => {
    const floor = (score: number | undefined, points: number) =>
      points * Math.floor((score ?? 0) / (100 * points))
    let right = 0
    let rows = 0
    for (const row of await all('plays')) {
      const from = Number(row.played)
      const length = spanOf(Number(row.detail), from)
      const points = row.itg === null ? 5 : 1
      const candidates = plays.filter(
        ({ chart, at, passed, ranked, scores, meter }) =>
          at >= from &&
          at < from + length &&
          passed === row.passed &&
          (row.chart === null ? meter === row.meter : chart === row.chart) &&
          (row.ranked === null || ranked === row.ranked) &&
          (row.ex === null || floor(scores[1], points) === row.ex) &&
          (row.itg === null || floor(scores[2], 1) === row.itg) &&
          (row.hard_ex === null || floor(scores[0], 1) === row.hard_ex),
      )
      rows += 1
      right += mostOften(candidates.map(({ player }) => player)) === ownerOf(String(row.play)) ? 1 : 0
    }
    process.stdout.write(`Right in ${((100 * right) / rows).toFixed(1)} % of ${rows} rows\n`)
    expect(rows).toBeGreaterThan(1_000)
    expect(right / rows).toBeLessThanOrEqual(1 / fewestPlayers)
  })

  it.each(['chart_months', 'judgments', 'timing', 'sessions', 'event_standings'])(
    'finds no row of %s that fewer than five players stand behind',
    async (table) => {
      const { columns } = analysisTables.find(({ name }) => name === table) ?? { columns: [] }
      // A table of sums has no name of a player or of a play, nor anything that is one's alone.
      expect(
        columns.map(({ name }) => name).filter((name) => /player$|play$|alias|user|id$/.test(name)),
      ).toEqual([])
      const rows = await all(table)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        if (typeof row.players === 'number') expect(row.players).toBeGreaterThanOrEqual(fewestPlayers)
        if (typeof row.plays === 'number') expect(row.plays).toBeGreaterThanOrEqual(fewestPlayers)
        const chart = row.chart
        if (typeof chart !== 'string') continue
        const month = Number(row.month)
        const players = new Set(
          plays
            .filter((play) => play.chart === chart && play.at >= month && play.at < month + spanOf(8, month))
            .map(({ player }) => player),
        )
        expect(players.size).toBeGreaterThanOrEqual(fewestPlayers)
      }
    },
  )

  it('puts no play together again from the offsets of its rows', async () => {
    const [first] = await exported.ask(
      `select chart, month from timing group by all order by count(*) desc limit 1`,
    )
    const rows = await exported.ask(`select offsets from timing where chart = '${first?.chart}'
      and month = (select min(month) from timing) order by row`)
    const lists = rows.map(({ offsets }) => (Array.isArray(offsets) ? offsets.map(Number) : []))
    const sequences = await sequencesOn(String(first?.chart))
    // Which of a row's offsets are of one play: the nth of each row is as good a guess as any.
    const places = Math.min(...lists.map((list) => list.length))
    expect(places).toBeGreaterThanOrEqual(fewestPlayers)
    let closest = 0
    for (let place = 0; place < places; place++)
      for (const sequence of sequences) {
        const same = sequence.filter((offset, row) => offset === lists[row]?.[place]).length
        closest = Math.max(closest, same / lists.length)
      }
    expect(closest).toBeLessThan(0.5)
  })

  it('finds no alias, address, id, country of few or exact time in any file', async () => {
    const csv = await given.export('2026-12-10', { format: 'csv' })
    const texts = await Promise.all(
      csv.series.files.map(({ path }) => readFile(join(csv.folder, path), 'utf8')),
    )
    const text = texts.join('\n')
    const { rows: players } = await given.database.pool.query('select id, alias, email from accounts.players')
    const cells = new Set(text.split(/[,\n"]/))
    for (const { id, alias, email } of players) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
      expect(cells.has(alias)).toBe(false)
    }
    for (const { played } of await all('plays')) expect(Number(played) % 3_600_000).toBe(0)
    const countries = await exported.ask('select country, count(*)::int as players from players group by all')
    for (const { country, players: count } of countries)
      if (country !== null && country !== 'other')
        expect(Number(count)).toBeGreaterThanOrEqual(fewestOfCountry)
  })

  it('knows no pseudonym again in the next series', async () => {
    const next = await given.export('2026-12-10')
    const names = async (series: Exported) =>
      (await series.ask('select play from plays union select player from players')).map(({ play }) => play)
    const known = new Set(await names(exported))
    expect((await names(next)).filter((name) => known.has(name))).toEqual([])
  })

  async function sequencesOn(chart: string): Promise<number[][]> {
    const { unpackOffsets } = await import('@stepledger/contracts/play/unpack-rows.ts')
    const { decodeEvent } = await import('@stepledger/contracts/events/codec.ts')
    const { schema } = await given.live()
    const { rows } = await given.database.pool.query(
      `select partition, "offset" from ${schema}.plays where chart = $1 and eligible`,
      [chart],
    )
    return Promise.all(
      rows.map(async (position) => {
        const recorded = await given.ledger.at('events', position)
        const event = recorded && decodeEvent(recorded.bytes)
        if (event?.type !== 'PlaySubmitted') throw new Error('no play')
        return [...unpackOffsets(event.data.rows)].map((seconds) => Math.round(seconds * 1000))
      }),
    )
  }
})

/** How long what a level of detail tells may last from then on, ms. */
function spanOf(detail: number, from: number): number {
  const hour = 3_600_000
  if (detail === 1) return hour
  if ([2, 3, 6].includes(detail)) return 24 * hour
  const date = new Date(from)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - from
}

function mostOften(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
