import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventPointsChanged } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent, encodeAnyEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { countingScores } from '@stepledger/projections/standings/counting-scores.ts'
import { announcedCompetitions } from '@stepledger/services/competition-streams.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runSeed } from '../../scripts/seed/command.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { addPlayers } from '../generators/add-players.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { itLong } from '../length.ts'
import { command } from '../operator/command.ts'

const result = z.object({
  plays: z.int(),
  events: z.int(),
  firstPlay: z.int(),
  lastPlay: z.int(),
  charts: z.int(),
  players: z.int(),
  newPlayers: z.int(),
  packs: z.int(),
  playsPerSecond: z.number().positive(),
})

describe('seeding', () => {
  let given: FoldingLedger
  let dataDir: string
  const run = (args: string, options?: { answer?: string }) =>
    command(given.url, args.split(' ').filter(Boolean), {
      ...options,
      env: { DATA_DIR: dataDir },
      program: runSeed,
    })
  const seeded = async (args: string) => {
    const done = await run(`--charts 12 --players 40 --json ${args}`)
    expect(done).toMatchObject({ code: 0 })
    return result.parse(done.json())
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-seed-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  beforeEach(async () => {
    given = await foldingLedger()
    await migrateIngest(given.database)
  })
  afterEach(() => given.close())

  async function events(): Promise<AnyEvent[]> {
    const all: AnyEvent[] = []
    const none = (await given.ledger.ends('events')).map(() => 0)
    for await (const batch of given.ledger.read('events', none))
      for (const { bytes } of batch) all.push(decodeEvent(bytes) ?? fail())
    return all
  }
  function isOfPlayers({ type }: AnyEvent): boolean {
    return !type.startsWith('Pack') && type !== 'SongProcessed'
  }
  function fail(): never {
    throw new Error('an event of an unknown type')
  }

  it('generates history that is folded like any other, with milestones, names and countries on the boards', async () => {
    const done = await seeded('--plays 1200 --hot-chart-plays 300 --until 2026-06-01')
    await given.folded()

    expect(done).toMatchObject({ plays: 1200, firstPlay: 1, lastPlay: 1200, newPlayers: 40, packs: 1 })
    const all = (await events()).filter(isOfPlayers)
    const kinds = new Set(all.map(({ type }) => type))
    expect(kinds).toEqual(new Set(['PlaySubmitted', 'PlayWithdrawn', 'RivalAdded', 'RivalRemoved']))
    expect(all).toHaveLength(done.events)
    expect(await command(given.url, ['verify'])).toMatchObject({ code: 0 })
    const { pool } = given.database
    const added = await pool.query(
      'select count(distinct chart) as charts, count(distinct player) as players from g1.plays',
    )
    expect(added.rows).toEqual([{ charts: done.charts, players: done.players }])
    const board = await pool.query(
      `select count(*) as entries, count(p.alias) as named from g1.best b
       left join accounts.public_players p on p.id = b.player`,
    )
    expect(board.rows[0].entries).toBeGreaterThan(300)
    expect(board.rows[0].named).toBe(board.rows[0].entries)
    const hot = await pool.query(
      'select chart, count(*) as plays from g1.plays group by chart order by 2 desc limit 1',
    )
    expect(hot.rows).toMatchObject([{ plays: expect.any(Number) }])
    expect(hot.rows[0].plays).toBeGreaterThanOrEqual(300 - 20)
    const stars = await pool.query("select from g1.goals_reached where grade = 'star' limit 1")
    expect(stars.rowCount).toBe(1)
    const { rows } = await pool.query('select count(country_id) as n from accounts.players')
    expect(rows[0].n).toBeGreaterThan(20)
  })

  itLong(
    'adds packs, which are listed with the charts that are played, and by which plays are judged',
    async () => {
      await seeded('--plays 400 --charts 12')
      await given.folded()
      const { pool } = given.database
      const packs = await pool.query('select name, listed, songs, banner is not null as banner from g1.packs')
      expect(packs.rows).toEqual([{ name: 'Winter Steps', listed: true, songs: 10, banner: true }])
      const { rows } = await pool.query(
        `select count(distinct p.chart) as charts, count(c.hash) as known, count(*) as plays,
         count(*) filter (where 'chart-mismatch' = any(p.reasons)) as mismatches,
         count(*) filter (where exists (select from g1.best b where b.play_id = p.id)) as best
       from g1.plays p left join g1.chart_counts c on c.hash = p.chart`,
      )
      expect(rows).toEqual([{ charts: 11, known: 400, plays: 400, mismatches: 0, best: expect.any(Number) }])
      expect(rows[0].best).toBeGreaterThan(50)
      const described = await pool.query(
        `select title, stepartist, difficulty, meter from g1.charts where plays > 0 and described_by is not null`,
      )
      expect(described.rowCount).toBe(11)
      for (const chart of described.rows)
        expect(chart).toMatchObject({
          title: expect.stringMatching(/ \d+$/),
          stepartist: expect.stringMatching(/./),
          difficulty: expect.stringMatching(/^(Hard|Challenge)$/),
          meter: expect.any(Number),
        })

      // A second history plays the same charts: the songs of their pack are not appended again.
      await seeded('--plays 20 --yes')
      const all = await events()
      expect(all.filter(({ type }) => type === 'SongProcessed')).toHaveLength(10)
      expect(all.filter(({ type }) => type === 'PackProcessed')).toHaveLength(2)
    },
  )

  itLong('lets an account take part as the most active player, with rivals', async () => {
    const ada = '11111111-1111-4111-8111-111111111111'
    const player = { id: ada, alias: 'ada', country: null, sealingKey: new Uint8Array(32) }
    await addPlayers(given.database, [player], new Date())
    expect(await run('--plays 100 --as nobody --yes')).toMatchObject({ code: 2 })

    expect(await seeded('--plays 400 --as ADA')).toMatchObject({ newPlayers: 39 })
    await given.folded()
    const { rows } = await given.database.pool.query(
      `select (select plays from g1.players where id = $1) as plays,
         (select count(*) from g1.rivals where player = $1) as rivals`,
      [ada],
    )
    expect(rows[0].plays).toBeGreaterThan(10)
    expect(rows[0].rivals).toBeGreaterThanOrEqual(2)
  })

  itLong('generates the same on another empty ledger, and more on this one', async () => {
    const options = '--plays 30 --seed 9 --until 2026-06-01'
    await seeded(options)
    const once = (await events()).filter(isOfPlayers)
    expect(once.length).toBeGreaterThanOrEqual(30)
    const other = await foldingLedger()
    await migrateIngest(other.database)
    const first = given
    given = other
    await seeded(options)
    expect((await events()).filter(isOfPlayers)).toEqual(once)
    given = first
    await other.close()

    const more = await seeded(`${options} --yes`)
    expect(more).toMatchObject({ firstPlay: 31, lastPlay: 60, newPlayers: 0 })
    await given.folded()
    const { rows } = await given.database.pool.query('select count(*) as n from g1.plays')
    expect(rows).toEqual([{ n: 60 }])
  })

  itLong('uses ids above the greatest of the ledger', async () => {
    const play = smallPlay({
      playId: 5_000,
      player: playerNumber(1),
      chart: 'a'.repeat(16),
      offset: 0,
      at: 1,
    })
    await given.ledger.append('events', { key: play.key, bytes: encodeAnyEvent(play) })

    const { firstPlay } = await seeded('--plays 10 --yes')
    expect(firstPlay).toBeGreaterThan(5_000)
    expect((await seeded('--plays 10 --yes')).firstPlay).toBe(firstPlay + 10)
  })

  itLong('asks for confirmation when the ledger has plays', async () => {
    await seeded('--plays 10')
    const before = (await events()).length

    expect(await run('--plays 10')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/The ledger already has 2\d events: use --yes/),
    })
    expect(await run('--plays 10', { answer: 'n' })).toMatchObject({
      code: 1,
      out: ['Nothing was done.'],
    })
    expect(await events()).toHaveLength(before)
    expect(await run('--plays 10 --charts 3 --players 5', { answer: 'y' })).toMatchObject({
      code: 0,
      out: [
        expect.stringMatching(
          /^Added 10 plays on [1-3] charts? by [1-5] players?, 1\d events in all, 1 pack\. /,
        ),
      ],
    })
  })

  it('refuses invalid arguments', async () => {
    expect(await run('')).toMatchObject({ code: 2 })
    expect(await run('--plays 0')).toMatchObject({ code: 2 })
    expect(await run('--plays 10 --hot-chart-plays 11')).toMatchObject({ code: 2 })
    expect(await run('--plays 10 --charts 100001')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--charts: '),
    })
    expect(await run('--plays 10 --until yesterday')).toMatchObject({ code: 2 })
    expect(await events()).toEqual([])
  })

  itLong('generates a competition with plays up to a given time, also on top of other history', async () => {
    await seeded('--plays 50')
    const event = (more: string) =>
      run(`--event blue-shift --players 40 --plays 300 --now 2026-12-20T12:00:00+01:00 --json ${more}`)
    expect(await event('--seed 1')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    const done = await event('--yes')
    await given.folded()

    expect(done.json()).toMatchObject({
      plays: 300,
      from: '2026-12-07T18:00:00.000Z',
      until: '2026-12-20T11:00:00.000Z',
    })
    const document = (await announcedCompetitions(given.ledger)).get('blue-shift')?.document
    expect(document?.rounds.map(({ charts }) => charts.length)).toEqual([20, 20, 20])
    if (!document) throw new Error('the event was not announced')
    const counting = async (failedPlaysCount: boolean) => {
      const { text, values } = countingScores(await given.live(), [
        { ...document, failedPlaysCount, takenOut: [] },
      ])
      return (await given.database.pool.query(text, [...values])).rowCount ?? 0
    }
    expect(await counting(true)).toBeGreaterThan(100)
    expect(await counting(false)).toBeLessThan(await counting(true))
    expect(await counting(false)).toBeGreaterThan(50)

    await given.ledger.append('rules', {
      key: 'blue-shift',
      bytes: encodeEvent(eventPointsChanged, {
        id: 'points',
        at: 1,
        key: 'blue-shift',
        data: { slug: 'blue-shift', points: { ...document.points, minPoints: 7 } },
      }),
    })
    const ends = await given.ledger.ends('rules')
    expect(await event('--yes')).toMatchObject({ code: 0 })
    expect((await announcedCompetitions(given.ledger)).get('blue-shift')?.document).toEqual(document)
    expect(await event('--yes')).toMatchObject({ code: 0 })
    expect(await given.ledger.ends('rules')).toEqual(ends.map((end) => end + 1))
  })

  itLong('renames a generated player whose name is taken', async () => {
    await seeded('--plays 1')
    const { pool } = given.database
    const named = await pool.query('select alias from accounts.players order by id limit 1')
    await pool.query('delete from accounts.players')
    await pool.query(
      `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
       values (gen_random_uuid(), $1::text, lower($1::text), 'a@x', 'a@x', '', $2, now(), now())`,
      [named.rows[0].alias, Buffer.alloc(32)],
    )
    expect(await seeded('--plays 1 --yes')).toMatchObject({ newPlayers: 40 })
    const { rows } = await pool.query('select alias from accounts.players where alias like $1', [
      `${named.rows[0].alias}\\_%`,
    ])
    expect(rows).toHaveLength(1)
  })
})
