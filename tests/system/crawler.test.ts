import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { playerNumber } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from './client.ts'
import { chartNumber, fillLedger, firstPlayId, openLedgerOf } from './fill-ledger.ts'
import { type Server, startServer } from './server.ts'

/** Three times the maximum database connections of the server. */
const atOnce = 72

/** A crawler requests many uncached pages at once: all are served, and plays and sign-ins are not slowed down. */
describe('many simultaneous requests for uncached pages', () => {
  let dataDir: string
  let server: Server
  let ada: Player
  let asked = 0

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-crawler-'))
    server = await startServer(dataDir, { CHECK_ANSWERS: 'on' })
    ada = await newPlayer(server.url, 'ada')
    const { database, ledger } = await openLedgerOf(dataDir)
    // Each chart has one play of its own player, so that every page is different.
    await fillLedger(ledger, { plays: 1_000, charts: 1_000, players: 1_000 })
    await ledger.close()
    await database.close()
    const lag = async () => (await call(`${server.url}/api/health`)).body
    await vi.waitUntil(async () => JSON.stringify(await lag()).includes('"lag":0'), {
      timeout: 60_000,
      interval: 50,
    })
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Status and duration of a call, ms. */
  const timed = async (path: string, options: Parameters<typeof call>[1] = {}) => {
    const from = performance.now()
    const { status } = await answerOf(`${server.url}${path}`, options)
    return { path, status, took: performance.now() - from }
  }
  const html = { accept: 'text/html' }

  type Pages = [string, (n: number) => ReturnType<typeof timed>, number]
  const pages: Pages[] = [
    ['plays', (n) => timed(`/api/play/${firstPlayId + n}`), 200],
    ['boards', (n) => timed(`/api/chart/${chartNumber(n)}/leaderboards`), 200],
    ['links to charts', (n) => timed(`/chart/${chartNumber(n)}`, { headers: html }), 200],
    [
      "the game's song wheel",
      (n) => timed('/v1/retrieve-scores', { token: ada.key, body: { chartHashes: [chartNumber(n)] } }),
      200,
    ],
    ['explanations', (n) => timed(`/api/play/${firstPlayId + n}/explanation`), 200],
    ['standings', (n) => timed(`/api/play/${firstPlayId + n}/standings`), 200],
    ['charts', (n) => timed(`/api/chart/${chartNumber(n)}`), 200],
    ['unknown charts', () => timed(`/api/chart/${randomUUID().replaceAll('-', '').slice(0, 16)}`), 404],
    ['players without an account', (n) => timed(`/api/user/${playerNumber(n)}`), 404],
    ['unknown players', () => timed(`/api/user/${randomUUID()}`), 404],
    ['links to plays', (n) => timed(`/play/${firstPlayId + n}`, { headers: html }), 200],
    ['links to players', () => timed(`/user/${randomUUID()}`, { headers: html }), 404],
    ["the game's panel", (n) => timed(`/v1/chart/${chartNumber(n)}/leaderboards`, { token: ada.key }), 200],
  ]
  it.each(pages)('%s', async (_kind, page, status) => {
    const besides = () => [
      ...Array.from({ length: 8 }, () => {
        const body = playBody({ seed: ++asked, rows: 40 })
        return [
          () => timed(`/v1/chart/${body.hash}/play`, { token: ada.key, body }),
          () => timed('/api/user', { token: ada.token }),
          () => timed('/health/ready'),
        ]
      }).flat(),
      () => timed('/api/login', { body: { email: 'ada@example.com', password: 'correct horse' } }),
    ]
    // One second; on a slow machine, twice the time of all calls in sequence. A page that waits for the connections of
    // others would take ten.
    const from = performance.now()
    for (const ask of besides()) await ask()
    for (let n = 0; n < atOnce; n++) await page(n)
    const longest = Math.max(1_000, 2 * (performance.now() - from))

    const otherCalls = besides().map((ask) => ask())
    const pages = await Promise.all(Array.from({ length: atOnce }, (_, n) => page(atOnce + n)))
    const otherAnswers = await Promise.all(otherCalls)

    expect(pages.filter((answer) => answer.status !== status || answer.took > longest)).toEqual([])
    expect(otherAnswers.filter((answer) => answer.status !== 200 || answer.took > longest)).toEqual([])
  })
})

/** Pages of links are HTML, so only the status is checked. */
async function answerOf(url: string, options: NonNullable<Parameters<typeof call>[1]>) {
  if (options.headers?.accept !== 'text/html') return call(url, options)
  const response = await fetch(url, { headers: options.headers })
  await response.arrayBuffer()
  return response
}
