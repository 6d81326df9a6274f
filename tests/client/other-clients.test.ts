import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GameServer, startGameServer } from '../game-reads/game-server.ts'
import { playBody } from '../generators/play-body.ts'
import { samplePlays } from '../generators/sample-plays.ts'
import { newPlayer, type Player } from '../system/client.ts'

/** Requests of other score modules. Their players only change host and key, so the responses must be compatible. */
let server: GameServer
let ada: Player
beforeAll(async () => {
  server = await startGameServer({ website: true })
  ada = await newPlayer(server.url, 'ada')
})
afterAll(() => server.stop())

interface GameAnswer {
  readonly status: number
  readonly version: string
  readonly framed: boolean
  readonly body: unknown
}

/** Sends a request with the headers of the game: its User-Agent, and an Origin equal to the target. */
function send(
  path: string,
  options: { key?: string; body?: unknown; method?: string } = {},
): Promise<GameAnswer> {
  const { key = ada.key, body } = options
  const url = new URL(path, server.url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
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
          // Without one of these the game reads no body; it does not accept `Chunked` with a capital.
          framed: headers['content-length'] !== undefined || headers['transfer-encoding'] === 'chunked',
          body: JSON.parse(Buffer.concat(parts).toString()),
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('another score module', () => {
  it.each(['none', '1.0', '1.1', '1.2', '1.3', '1.4'] as const)(
    'can submit body version %s, and send it again',
    async (version) => {
      const body = playBody({
        seed: 500 + Number.parseFloat(version === 'none' ? '0' : version) * 10,
        version,
        skill: 0.9,
      })

      const first = await send(`/v1/chart/${body.hash}/play`, { body })
      expect(first).toMatchObject({
        status: 200,
        version: '1.1',
        framed: true,
        body: { success: true, duplicate: false },
      })

      const pending = { ...body, wasPending: true, pendingDate: '2026-01-02T03:04:05' }
      const again = await send(`/v1/chart/${body.hash}/play`, { body: pending })
      expect(again.body).toMatchObject({ success: true, duplicate: true, playId: playIdOf(first) })
    },
  )

  it('can submit double-escaped titles, empty tables as lists and numbers as texts', async () => {
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
    expect(await send(`/v1/chart/${body.hash}/play`, { body: odd })).toMatchObject({ status: 200 })
  })

  it('can check the connection and its key', async () => {
    expect(await send('/')).toMatchObject({ status: 200, framed: true, body: { message: 'OK' } })
    expect(await send('/v1/auth-check')).toMatchObject({
      status: 200,
      framed: true,
      body: { message: 'OK', alias: 'ada' },
    })
    expect(await send('/v1/auth-check', { key: 'sl_wrong' })).toMatchObject({ status: 401, framed: true })
  })

  it('can read leaderboards and own bests', async () => {
    const body = playBody({ seed: 511, skill: 0.95 })
    await send(`/v1/chart/${body.hash}/play`, { body })
    const panel = await send(`/v1/chart/${body.hash}/leaderboards?limit=5`)
    expect(panel).toMatchObject({ status: 200, framed: true, body: { hash: body.hash } })
    expect(panel.body).toHaveProperty('leaderboards.0.scores.0.rank', '1')
    expect(panel.body).toHaveProperty('leaderboards.0.scores.0.isSelf', true)
    const bests = await send('/v1/retrieve-scores', { body: { chartHashes: [body.hash] } })
    expect(bests.body).toHaveProperty(`scores.${body.hash}.2.score`)
  })

  it('gets 401 for a wrong key and 422 for an invalid play', async () => {
    const body = playBody({ seed: 512 })
    expect(await send(`/v1/chart/${body.hash}/play`, { body, key: 'sl_wrong' })).toMatchObject({
      status: 401,
      framed: true,
    })
    expect(await send('/v1/chart/0000000000000000/play', { body })).toMatchObject({
      status: 422,
      body: { field: 'hash' },
    })
    expect(await send(`/v1/chart/${body.hash}/play`, { body: { ...body, radar: undefined } })).toMatchObject({
      status: 422,
    })
  })
})

const playIdOf = ({ body }: GameAnswer) =>
  typeof body === 'object' && body !== null && 'playId' in body ? body.playId : null

// Only if the samples are present.
it.each([...samplePlays()])('a real submission of another module is accepted: %s', async (_name, body) => {
  expect(await send(`/v1/chart/${body.hash}/play`, { body })).toMatchObject({ status: 200, framed: true })
})
