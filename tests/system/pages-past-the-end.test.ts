import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { startCompetitionServer } from '../competitions/competition-server.ts'
import { announced, competition } from '../generators/competition.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submitUntilRanked } from './client.ts'
import { readPrometheusText } from './prometheus-text.ts'

const patience = { timeout: 30_000, interval: 20 }

/** Public lists in pages. Each of a million page numbers would be an entry of the page cache. */
const lists = allRoutes.filter(
  ({ access, method, query }) =>
    access === 'public' && method === 'GET' && query instanceof z.ZodObject && 'page' in query.shape,
)

it('pages past the end of a list are not cached', async () => {
  const server = await startCompetitionServer()
  onTestFinished(() => server.stop())
  const ann = await newPlayer(server.url, 'ann')
  const body = playBody({ seed: 1, rows: 40 })
  await submitUntilRanked(server.url, ann, body)
  const now = Date.now()
  const round = { name: 'Round 1', start: now - 86_400_000, end: now + 86_400_000, charts: [body.hash] }
  await server.say(announced(competition({ rounds: [round] })))
  const values: Record<string, string> = {
    hash: body.hash,
    slug: 'blue-shift',
    day: '2026-03-01',
    code: 'fi',
  }
  const addresses = lists.map(({ path }) =>
    path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? ann.id),
  )
  const read = async (page: number) =>
    Object.fromEntries(
      await Promise.all(
        addresses.map(async (path) => [path, (await call(`${server.url}${path}?page=${page}`)).status]),
      ),
    )
  /** From a scrape that is cached for a second. */
  const lookUps = async () => {
    const text = await fetch(`${server.url}/metrics`).then((answer) => answer.text())
    const count = (result: string) =>
      readPrometheusText(text).find(
        ({ name, labels }) => name === 'stepledger_page_cache_lookups_total' && labels.result === result,
      )?.value ?? 0
    return { hits: count('hit'), misses: count('miss') }
  }
  const allFound = Object.fromEntries(addresses.map((path) => [path, 200]))
  await vi.waitUntil(async () => Object.values(await read(1)).every((status) => status === 200), patience)
  const before = await lookUps()
  for (let i = 0; i < 2; i++) expect(await read(999)).toEqual(allFound)
  const misses = before.misses + 2 * addresses.length
  await expect.poll(lookUps).toEqual({ hits: before.hits, misses })
})
