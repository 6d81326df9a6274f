import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LinkServer, publicUrl, startLinkServer } from './link-server.ts'

let server: LinkServer
const charts = 20_001
const players = 10_000
const packs = 10_001

beforeAll(async () => {
  server = await startLinkServer()
  await server.database.pool.query(
    `insert into g1.charts (hash, first_at, first_id, known_at, title, artist, stepartist, title_key, search, plays, played)
     select lpad(to_hex(i * 7919), 16, '0'), 0, i, 0, 'Song', '', '', 'song', 'song', 1, true from generate_series(1, $1::int) i`,
    [charts],
  )
  await server.database.pool.query(
    `insert into g1.players (id, plays, erased_at)
     select gen_random_uuid(), case when i <= $1 then 1 else 0 end, case when i = $1 + 2 then 1 end from generate_series(1, $1::int + 2) i`,
    [players],
  )
  await server.database.pool.query(
    `insert into g1.packs (id, name, name_key, search, created_at, updated_at, listed, "offset")
     select i, 'Pack', 'pack', 'pack', 0, 0, i <= $1, 0 from generate_series(1, $1::int + 2) i`,
    [packs],
  )
})
afterAll(async () => server.stop())

it('a sitemap of many files lists every chart, every listed pack and every player with plays once', async () => {
  const addressesIn = async (path: string) => {
    const response = await fetch(`${server.url}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
      address.replace(publicUrl, ''),
    )
  }
  const files = await addressesIn('/sitemap.xml')
  const lists = await Promise.all(files.map(addressesIn))

  expect(files.map((file) => file.replace(/=.*/, '='))).toEqual([
    '/sitemap/pages.xml',
    '/sitemap/charts.xml',
    '/sitemap/charts.xml?after=',
    '/sitemap/charts.xml?after=',
    '/sitemap/packs.xml',
    '/sitemap/packs.xml?after=',
    '/sitemap/players.xml',
  ])
  expect(lists[0]).toEqual([
    '/',
    '/packs',
    '/charts',
    '/leaderboards/overall',
    '/help',
    '/privacy',
    '/data',
    '/api/docs',
  ])
  expect(lists.slice(1).map((list) => list.length)).toEqual([10_000, 10_000, 1, 10_000, 1, 10_000])
  expect(new Set(lists.flat()).size).toBe(lists.flat().length)
})
