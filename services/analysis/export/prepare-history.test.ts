import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Duck, openDuck } from './duck.ts'
import { prepareHistory } from './prepare-history.ts'

/** Runs `read` on the `plays` that are prepared from the staged table `history_plays`. */
async function prepared<T>(plays: string, until: string, read: (duck: Duck) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-prepare-'))
  const duck = await openDuck(folder)
  try {
    await duck.run(`
      create table history_plays as ${plays};
      create table history_players as select null::uuid as id, null as country limit 0;
      create table history_charts as select 'chart' as chart, 'dance-single' as steps_type, 9 as meter`)
    await prepareHistory(duck, Date.parse(until))
    return await read(duck)
  } finally {
    duck.close()
    await rm(folder, { recursive: true })
  }
}

/** Long sessions, which several threads would aggregate. */
const longSessions = `
  select i as id, ('00000000-0000-0000-0000-00000000000' || i % 3)::uuid as player, 'chart' as chart, i * 20 as played,
    i * 20 as received, true as ranked, sin(i) as mean, cos(i) as deviation, (i * 7919) % 10000 as ex
  from range(30000) as one(i)`

const contents = () =>
  prepared(longSessions, '1970-01-02', (duck) =>
    duck.rows(
      `select md5(string_agg(md5(p::varchar), '' order by id)) as contents from plays p`,
      z.object({ contents: z.string() }),
    ),
  )

it('is deterministic to the last bit, so that unchanged months are not exported again', async () => {
  const first = await contents()
  for (let again = 1; again <= 3; again++) expect(await contents()).toEqual(first)
})

/** Plays of one player: times of play and, if later, of receipt. */
function playsAt(...times: readonly (readonly [played: string, received?: string])[]): string {
  const values = times.map(
    ([played, received = played], i) => `(${i + 1}, ${Date.parse(played)}, ${Date.parse(received)})`,
  )
  return `
    select id, '00000000-0000-0000-0000-000000000001'::uuid as player, 'chart' as chart, played, received,
      true as ranked, id::double as mean, 1.0 as deviation, 9000 as ex
    from (values ${values.join(', ')}) times (id, played, received)`
}

it('a session ends with its month, so that a play changes the sessions of one month', async () => {
  const across = playsAt(
    ['2026-10-31T23:30Z'],
    ['2026-10-31T23:50Z'],
    ['2026-11-01T00:10Z'],
    ['2026-11-01T00:40Z'],
  )
  const sessions = await prepared(across, '2026-12-01', (duck) =>
    duck.rows(
      'select id, minute, first_mean as first from plays order by id',
      z.object({ id: z.int(), minute: z.int(), first: z.number() }),
    ),
  )
  expect(sessions).toEqual([
    { id: 1, minute: 0, first: 1 },
    { id: 2, minute: 15, first: 1 },
    { id: 3, minute: 0, first: 3 },
    { id: 4, minute: 30, first: 3 },
  ])
})

it('a play that is received late is left out until the next year, so that a month does not get new noise for each', async () => {
  const late = playsAt(
    ['2026-10-31T23:59Z', '2026-11-02T23:59Z'],
    ['2026-10-31T23:59Z', '2026-11-03T00:00Z'],
    ['2026-10-31T23:59Z', '2027-01-02T23:59Z'],
    ['2026-12-31T23:59Z', '2027-01-02T23:59Z'],
    ['2026-10-31T23:59Z', '2027-01-03T00:00Z'],
  )
  const ids = (until: string) =>
    prepared(late, until, async (duck) => {
      const rows = await duck.rows('select id from plays order by id', z.object({ id: z.int() }))
      return rows.map(({ id }) => id)
    })
  expect(await ids('2026-12-31')).toEqual([1])
  expect(await ids('2027-01-01')).toEqual([1, 2, 3, 4])
  expect(await ids('2027-12-31')).toEqual([1, 2, 3, 4])
  expect(await ids('2028-01-01')).toEqual([1, 2, 3, 4, 5])
})
