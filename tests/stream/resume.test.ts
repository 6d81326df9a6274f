import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { openLedgerOf } from '../system/fill-ledger.ts'
import { type Server, startServer } from '../system/server.ts'
import { readStream } from './stream-reader.ts'

const anHour = 3_600_000
/** The players of all plays. */
const players = Array.from({ length: 48 }, (_, i) => playerNumber(i))
/** The hour during the test; earlier ones are published. */
const now = Math.floor(Date.now() / anHour) * anHour

describe('a client of the event stream during restarts of the server', () => {
  let dataDir: string
  let server: Server
  const env = { STREAM_DELAY: '0', CHECK_ANSWERS: 'on' }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-stream-'))
    server = await startServer(dataDir, env)
    const { database, ledger } = await openLedgerOf(dataDir)
    await database.pool.query(
      `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
       SELECT id::uuid, 'p' || n, 'p' || n, n || '@x', n || '@x', '', decode(repeat('00', 32), 'hex'), now(), now()
       FROM unnest($1::text[]) WITH ORDINALITY ids (id, n)`,
      [players],
    )
    await ledger.close()
    await database.close()
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Every player plays each of these charts identically, all received at once. */
  async function playedAt(time: number, charts: number, from: number) {
    const { database, ledger } = await openLedgerOf(dataDir)
    const plays = Array.from({ length: charts }, (_, chart) => players.map((id) => ({ chart, id }))).flat()
    await Promise.all(
      plays.map(({ chart, id }, i) => {
        const play = smallPlay({
          playId: from + i,
          player: id,
          chart: (chart + 1).toString(16).padStart(16, '0'),
          at: time + i,
          offset: 0.02,
        })
        return ledger.append('events', { key: play.key, bytes: encodeEvent(playSubmitted, play) })
      }),
    )
    await ledger.close()
    await database.close()
  }

  it('receives each message exactly once', { timeout: 180_000 }, async () => {
    // Given an hour of several messages and one of a single message, of which a client has read the first part
    await playedAt(now - 3 * anHour, 40, 1_000_000)
    await playedAt(now - 2 * anHour, 1, 2_000_000)
    const before = await readStream(server.url, { after: 'oldest' })
    await vi.waitUntil(() => before.received('plays').filter(({ complete }) => complete).length === 2, {
      timeout: 90_000,
    })
    const received = before.messages()
    const hours = before.received('plays')
    expect(hours.flatMap(({ plays }) => plays)).toHaveLength((40 + 1) * players.length)
    expect(hours.map(({ complete }) => complete)).toEqual([...hours.slice(2).map(() => false), true, true])

    // When the server stops in the middle of the stream, and starts again
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(await before.ended).toBe(true)
    server = await startServer(dataDir, env)

    // Then the client resumes after any message, also in the middle of an hour
    for (const i of [1, 2, received.length - 2]) {
      const after = await readStream(server.url, { lastEventId: received[i]?.id ?? '' })
      await after.hears('plays', received.length - 1 - i)
      expect(after.messages().slice(1)).toEqual(received.slice(i + 1))
      after.leave()
    }
    for (const id of players) expect(before.said()).not.toContain(id)
  })
})
