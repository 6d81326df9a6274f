import { keptBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { defaultFigures } from '@stepledger/services/platform/limits/figures.ts'
import { limitsInMemory } from '@stepledger/services/platform/limits/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GeneratedBody, playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, refusalOf } from './ingest-server.ts'

const play = (seed: number) => playBody({ seed, rows: 400 })
const most = Math.max(...[1, 2, 3, 4, 5].map((seed) => bytesOf(play(seed))))

function bytesOf(body: GeneratedBody): number {
  const read = readPlayBody(body, body.hash)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return keptBytes(packPlay(read.body))
}

/** Room for two of the plays above, and not for three. */
let server: IngestServer
beforeAll(async () => {
  const playBytesPerDay = 2 * most + 100
  server = await ingestServer({ limits: limitsInMemory({ ...defaultFigures, playBytesPerDay }) })
})
afterAll(() => server.stop())

describe('the plays that a player may send a day', () => {
  it('are counted in bytes: when they are spent, 429 says when to send the play again, and nothing is kept of it', async () => {
    const ann = await server.addPlayer('ann')
    await server.keep(ann, play(1))
    await server.keep(ann, play(2))

    const refused = await server.send(ann, play(3))
    expect(refusalOf(refused)).toMatchObject({
      status: 429,
      error: expect.stringMatching(
        /^No more plays fit into what a player may send a day\. Please send this one again in 2[34] hours\.$/,
      ),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    expect((await server.events()).filter(({ key }) => key === ann.id)).toHaveLength(2)
    // Anyone who sends by another credential is the same player.
    expect((await server.send({ ...ann, apiKey: ann.session }, play(3))).statusCode).toBe(429)
  })

  it('are not used up by the same play sent again, nor by one that was refused or could not be stored', async () => {
    const bob = await server.addPlayer('bob')
    for (let i = 0; i < 5; i++) await server.keep(bob, play(1))
    for (let i = 0; i < 5; i++) await server.send(bob, { ...play(2), radar: null })
    server.setLedgerAway(true)
    for (let i = 0; i < 5; i++) expect((await server.send(bob, play(3))).statusCode).toBe(503)
    server.setLedgerAway(false)

    expect((await server.send(bob, play(4))).statusCode).toBe(200)
    expect((await server.send(bob, play(5))).statusCode).toBe(429)
  })

  it("are each player's own", async () => {
    const eve = await server.addPlayer('eve')
    expect((await server.send(eve, play(1))).statusCode).toBe(200)
  })
})
