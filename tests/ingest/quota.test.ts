import { storedBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { limitsInMemory } from '@stepledger/services/platform/limits/limits.ts'
import { day, defaultRateLimits } from '@stepledger/services/platform/limits/rate-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GeneratedBody, playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, refusalOf } from './ingest-server.ts'

const play = (seed: number) => playBody({ seed, rows: 400 })
const most = Math.max(...[1, 2, 3, 4, 5].map((seed) => bytesOf(play(seed))))

function bytesOf(body: GeneratedBody): number {
  const read = readPlayBody(body, body.hash)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return storedBytes(packPlay(read.body))
}

/** Enough for two of these plays, not for three. */
let server: IngestServer
beforeAll(async () => {
  const playBytesPerDay = 2 * most + 100
  const unverifiedBytesPerDay = most + 100
  const addressBytesPerDay = 2 * most + 100
  const change = { calls: 3, seconds: day }
  const figures = { ...defaultRateLimits, change, playBytesPerDay, unverifiedBytesPerDay, addressBytesPerDay }
  server = await ingestServer({ limits: limitsInMemory(figures) })
})
afterAll(() => server.stop())

async function verified(alias: string) {
  const player = await server.addPlayer(alias)
  await server.verify(player)
  return player
}

describe('the daily quota of a player without a verified mail', () => {
  it('is small; the answer says how to get more, and verifying the mail lifts it', async () => {
    const new1 = await server.addPlayer('new1')
    await server.keep(new1, play(1))

    const refused = await server.send(new1, play(2))

    expect(refusalOf(refused)).toMatchObject({
      status: 503,
      error: expect.stringMatching(
        /^You've reached the daily limit for plays without a verified email\. Verify your email, or send this one again in 2[34] hours\.$/,
      ),
    })
    expect(refused.headers['retry-after']).toBe('900')
    await server.verify(new1)
    expect((await server.send(new1, play(2))).statusCode).toBe(200)
  })

  it("also counts by address, over all such players; verified players don't use it up", async () => {
    const known = await verified('known')
    const address = '192.0.2.7'
    const [new2, new3, new4] = [
      await server.addPlayer('new2'),
      await server.addPlayer('new3'),
      await server.addPlayer('new4'),
    ]
    expect((await server.send(new2, play(1), {}, address)).statusCode).toBe(200)
    expect((await server.send(new3, play(2), {}, address)).statusCode).toBe(200)
    expect((await server.send(new4, play(3), {}, address)).statusCode).toBe(503)
    expect((await server.send(known, play(3), {}, address)).statusCode).toBe(200)
    // The refused play did not use up the player's own quota.
    expect((await server.send(new4, play(3), {}, '192.0.2.8')).statusCode).toBe(200)
  })
})

describe('the daily quota of a player', () => {
  it('counts bytes; when it is used up, 503 says when to retry, and nothing is stored', async () => {
    const ann = await verified('ann')
    await server.keep(ann, play(1))
    await server.keep(ann, play(2))

    const refused = await server.send(ann, play(3))
    expect(refusalOf(refused)).toMatchObject({
      status: 503,
      error: expect.stringMatching(
        /^You've reached your daily limit for plays\. Send this one again in 2[34] hours\.$/,
      ),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    expect((await server.events()).filter(({ key }) => key === ann.id)).toHaveLength(2)
    // Another API key of the player shares the quota.
    expect((await server.send({ ...ann, apiKey: ann.session }, play(3))).statusCode).toBe(503)
  })

  it('is not used up by resends, refused plays or plays that could not be stored', async () => {
    const bob = await verified('bob')
    for (let i = 0; i < 5; i++) await server.keep(bob, play(1))
    for (let i = 0; i < 5; i++) await server.send(bob, { ...play(2), radar: null })
    server.setLedgerAway(true)
    for (let i = 0; i < 5; i++) expect((await server.send(bob, play(3))).statusCode).toBe(503)
    server.setLedgerAway(false)

    expect((await server.send(bob, play(4))).statusCode).toBe(200)
    expect((await server.send(bob, play(5))).statusCode).toBe(503)
  })

  it('is separate for each player', async () => {
    const eve = await verified('eve')
    expect((await server.send(eve, play(1))).statusCode).toBe(200)
  })
})

it('changes of rivals have a daily quota by account', async () => {
  const [dora, emil, fay] = [
    await server.addPlayer('dora'),
    await server.addPlayer('emil'),
    await server.addPlayer('fay'),
  ]
  const change = (method: 'POST' | 'DELETE', player = dora) =>
    server.call({
      method,
      url: method === 'POST' ? '/api/rivals' : `/api/rival/${emil.id}`,
      headers: { authorization: `Bearer ${player.session}` },
      ...(method === 'POST' && { payload: { rivalUserId: emil.id } }),
    })
  // Their keys are the first changes of the day.
  expect((await change('POST')).statusCode).toBe(200)
  expect((await change('DELETE')).statusCode).toBe(200)
  for (const method of ['POST', 'DELETE'] as const)
    expect(refusalOf(await change(method))).toMatchObject({ status: 429 })
  expect((await change('POST', fay)).statusCode).toBe(200)
  const events = (await server.events()).filter(({ key }) => key === dora.id)
  expect(events.map(({ type }) => type)).toEqual(['RivalAdded', 'RivalRemoved'])
})
