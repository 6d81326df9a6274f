import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { openClaims } from '@stepledger/services/ingest/play-ids/idempotency-claims.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

let server: IngestServer
let ann: TestPlayer
beforeAll(async () => {
  server = await ingestServer()
  ann = await server.addPlayer('ann')
})
afterAll(() => server.stop())

async function eventsOf(playId: number) {
  return (await server.events()).filter((e) => e.type === 'PlaySubmitted' && e.data.playId === playId)
}

/** The player's plays in the live read model. */
async function keptPlays(player: TestPlayer, chart: string): Promise<number[]> {
  const schema = server.progress.current()?.generation.schema
  const { rows } = await server.database.pool.query(
    `select id from ${schema}.plays where player = $1 and chart = $2 order by id`,
    [player.id, chart],
  )
  return rows.map((row: { id: number }) => row.id)
}

function fingerprintOf(body: Record<string, unknown>): Uint8Array {
  const read = readPlayBody(body, String(body.hash))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return fingerprint(read.body)
}

/** Invariants 1 and 8. */
describe('after a crash', () => {
  it('between claim and append, the play is appended with the claimed id and time', async () => {
    const body = playBody({ seed: 20 })
    server.setNow('2025-11-19T08:00:00Z')
    const claims = openClaims(server.database, { isInDatabase: true })
    const receivedAt = Date.parse('2025-11-19T08:00:00Z')
    const claim = await claims.claim({
      player: ann.id,
      fingerprint: fingerprintOf(body),
      key: 'k',
      receivedAt,
    })
    server.setNow('2025-11-20T12:00:00Z')

    const answer = await server.keep(ann, body)
    expect(answer).toMatchObject({ playId: claim.playId, duplicate: true })
    const events = await eventsOf(claim.playId)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ at: receivedAt, data: { playKey: 'k', playedAt: receivedAt } })
  })

  it('between append and storing the position, the play is appended again and counts once', async () => {
    const body = playBody({ seed: 21 })
    const first = await server.keep(ann, body)
    await server.restart()
    await server.database.pool.query(
      'update ingest.claims set partition = null, "offset" = null where play_id = $1',
      [first.playId],
    )

    const again = await server.keep(ann, body)
    expect(again).toMatchObject({ playId: first.playId, duplicate: true })
    expect(again.position).not.toBe(first.position)
    await server.reached(again.position)
    expect(await eventsOf(first.playId)).toHaveLength(2)
    expect(await keptPlays(ann, body.hash)).toEqual([first.playId])
  })

  it('ids continue above the greatest of the ledger, even when the sequence was reset', async () => {
    const { playId } = await server.keep(ann, playBody({ seed: 22 }))
    await server.database.pool.query("select setval('ingest.play_ids', 1, false)")
    await server.restart()
    const next = await server.keep(ann, playBody({ seed: 23 }))
    expect(next.playId).toBeGreaterThan(playId)
    await server.restart()
    const after = await server.keep(ann, playBody({ seed: 24 }))
    expect(after.playId - next.playId).toBeLessThan(200)
  })
})

/** Invariant 1: 200 means that the ledger has the play. */
describe('while the ledger is unavailable', () => {
  it('plays are answered with 503 and Retry-After, and stored on retry', async () => {
    const body = playBody({ seed: 30 })
    server.setLedgerAway(true)
    const refused = await server.send(ann, body)
    server.setLedgerAway(false)
    expectComeAgain(refused)

    const kept = await server.keep(ann, body)
    expect(await eventsOf(kept.playId)).toHaveLength(1)
  })

  it('the same when the whole database is unavailable, with and without cached API key', async () => {
    const body = playBody({ seed: 31 })
    const cleo = await server.addPlayer('cleo')
    await server.keep(ann, playBody({ seed: 32 }))
    await server.cutDatabase()
    const refused = await Promise.all([ann, cleo].map((player) => server.send(player, body)))
    await server.restoreDatabase()
    for (const answer of refused) expectComeAgain(answer)

    const kept = await server.keep(ann, body)
    expect(await eventsOf(kept.playId)).toHaveLength(1)
  })

  it('the same when the database hangs, also for a sign-in', async () => {
    const body = playBody({ seed: 33 })
    const dana = await server.addPlayer('dana')
    const payload = { email: 'dana@example.org', password: 'correct horse' }
    server.hangDatabase()
    const refused = await Promise.all([
      ...[ann, dana].map((player) => server.send(player, body)),
      server.call({ method: 'POST', url: '/api/login', payload }),
    ])
    server.resumeDatabase()
    for (const answer of refused) expectComeAgain(answer)

    await vi.waitUntil(async () => (await server.send(ann, body)).statusCode === 200, { timeout: 60_000 })
    const kept = await server.keep(ann, body)
    await server.reached(kept.position)
    expect(await keptPlays(ann, body.hash)).toEqual([kept.playId])
  })

  function expectComeAgain(answer: Awaited<ReturnType<IngestServer['send']>>) {
    expect(refusalOf(answer).status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})
