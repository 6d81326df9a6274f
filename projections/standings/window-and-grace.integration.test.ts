import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresForTests, type TestService } from '../../scripts/services.ts'
import { inWindow, isInWindow, roundWindow } from './window-and-grace.ts'

let postgres: TestService
let client: pg.Client
beforeAll(async () => {
  postgres = await postgresForTests()
  client = new pg.Client(postgres.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
})

const answer = z.array(z.object({ counts: z.boolean() }))
/** So few moments that plays at the very edges are common. */
const moment = fc.integer({ min: 0, max: 12 }).map((seconds) => 1_700_000_000_000 + seconds * 1_000)

it('counts the same plays in SQL as in code, at the edges of window and grace, too', async () => {
  const round = fc
    .tuple(moment, fc.integer({ min: 1, max: 6 }))
    .map(([start, seconds]) => ({ start, end: start + seconds * 1_000 }))
  const play = fc.record({ playedAt: moment, at: moment })
  const cases = fc.array(fc.tuple(round, fc.integer({ min: 0, max: 4 }), play), {
    minLength: 1,
    maxLength: 300,
  })
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const windows = given.map(([round, grace]) => roundWindow(round, { grace }))
      const { rows } = await client.query(
        `select ${inWindow('a', 'w')} as counts
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as w(starts, ends, received_before, n)
         join unnest($4::bigint[], $5::bigint[]) with ordinality as a(played_at, at, n) using (n) order by n`,
        [
          windows.map(({ start }) => start),
          windows.map(({ end }) => end),
          windows.map(({ receivedBefore }) => receivedBefore),
          given.map(([, , { playedAt }]) => playedAt),
          given.map(([, , { at }]) => at),
        ],
      )
      expect(answer.parse(rows).map(({ counts }) => counts)).toEqual(
        given.map(([, , play], i) => {
          const window = windows[i]
          return window !== undefined && isInWindow(window, play)
        }),
      )
    }),
  )
})
