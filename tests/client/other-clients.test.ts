import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GameServer, startGameServer } from '../game-reads/game-server.ts'
import { playBody } from '../generators/play-body.ts'
import { samplePlays } from '../generators/sample-plays.ts'
import { newPlayer, type Player } from '../system/client.ts'

/**
 * Modules of others, which players have today: they change host and key, and everything they ask is answered as they
 * expect.
 */
let server: GameServer
let ada: Player
beforeAll(async () => {
  server = await startGameServer({ website: true })
  ada = await newPlayer(server.url, 'ada')
})
afterAll(() => server.stop())

interface Heard {
  readonly status: number
  readonly version: string
  readonly framed: boolean
  readonly body: unknown
}

/** As the game asks, whatever module is in it: its own User-Agent, an Origin that is the target, any kind of answer. */
function ask(path: string, options: { key?: string; body?: unknown; method?: string } = {}): Promise<Heard> {
  const { key = ada.key, body } = options
  const url = new URL(path, server.url)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent: false,
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          'User-Agent': 'ITGmania/1.2.0',
          'Accept-Encoding': 'gzip',
          Accept: '*/*',
          Origin: url.origin,
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      },
      async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        const { headers } = answer
        resolve({
          status: answer.statusCode ?? 0,
          version: answer.httpVersion,
          // The game reads no body without one of these, and no `Chunked` in capitals.
          framed: headers['content-length'] !== undefined || headers['transfer-encoding'] === 'chunked',
          body: JSON.parse(Buffer.concat(parts).toString()),
        })
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('a module of somebody else', () => {
  it.each(['none', '1.0', '1.1', '1.2', '1.3', '1.4'] as const)(
    'that sends body version %s is answered',
    async (version) => {
      const body = playBody({
        seed: 500 + Number.parseFloat(version === 'none' ? '0' : version) * 10,
        version,
        skill: 0.9,
      })

      const first = await ask(`/v1/chart/${body.hash}/play`, { body })
      expect(first).toMatchObject({
        status: 200,
        version: '1.1',
        framed: true,
        body: { success: true, duplicate: false },
      })

      const pending = { ...body, wasPending: true, pendingDate: '2026-01-02T03:04:05' }
      const again = await ask(`/v1/chart/${body.hash}/play`, { body: pending })
      expect(again.body).toMatchObject({ success: true, duplicate: true, playId: playIdOf(first) })
    },
  )

  it('that escapes titles once too often, sends empty tables as lists and numbers as texts loses no play', async () => {
    const body = playBody({ seed: 510 })
    const odd = {
      ...body,
      songName: 'It\\"s',
      difficulty: '12',
      npsInfo: [],
      mods: 'C775',
      worstWindow: 0.1035,
      itgScore: '96.66',
    }
    expect(await ask(`/v1/chart/${body.hash}/play`, { body: odd })).toMatchObject({ status: 200 })
  })

  it('asks whether we are there, and whose its key is', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, framed: true, body: { message: 'OK' } })
    expect(await ask('/v1/auth-check')).toMatchObject({
      status: 200,
      framed: true,
      body: { message: 'OK', alias: 'ada' },
    })
    expect(await ask('/v1/auth-check', { key: 'sl_wrong' })).toMatchObject({ status: 401, framed: true })
  })

  it('reads the panel and its own bests', async () => {
    const body = playBody({ seed: 511, skill: 0.95 })
    await ask(`/v1/chart/${body.hash}/play`, { body })
    const panel = await ask(`/v1/chart/${body.hash}/leaderboards?limit=5`)
    expect(panel).toMatchObject({ status: 200, framed: true, body: { hash: body.hash } })
    expect(panel.body).toHaveProperty('leaderboards.0.scores.0.rank', '1')
    expect(panel.body).toHaveProperty('leaderboards.0.scores.0.isSelf', true)
    const bests = await ask('/v1/retrieve-scores', { body: { chartHashes: [body.hash] } })
    expect(bests.body).toHaveProperty(`scores.${body.hash}.2.score`)
  })

  it('drops what is wrong and keeps what is not: 4xx and 401 are as it knows them', async () => {
    const body = playBody({ seed: 512 })
    expect(await ask(`/v1/chart/${body.hash}/play`, { body, key: 'sl_wrong' })).toMatchObject({
      status: 401,
      framed: true,
    })
    expect(await ask('/v1/chart/0000000000000000/play', { body })).toMatchObject({
      status: 422,
      body: { field: 'hash' },
    })
    expect(await ask(`/v1/chart/${body.hash}/play`, { body: { ...body, radar: undefined } })).toMatchObject({
      status: 422,
    })
  })
})

const playIdOf = ({ body }: Heard) =>
  typeof body === 'object' && body !== null && 'playId' in body ? body.playId : null

// Where they are at hand.
it.each([...samplePlays()])('%s, as a real module of others sent it, is taken', async (_name, body) => {
  expect(await ask(`/v1/chart/${body.hash}/play`, { body })).toMatchObject({ status: 200, framed: true })
})
