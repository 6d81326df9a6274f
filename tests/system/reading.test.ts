import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from './client.ts'
import { type Server, startServer } from './server.ts'

/** Invariant 21: read your own writes; a read never fails because of lag. */
describe('without a running projector', () => {
  let dataDir: string
  let server: Server
  let ada: Player

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-reading-'))
    const whole = await startServer(dataDir)
    ada = await newPlayer(whole.url, 'ada')
    await submit(whole.url, ada, playBody({ seed: 1, rows: 20 }))
    await whole.stop()
    server = await startServer(dataDir, {}, 'ingest,accounts,query')
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const profile = async (headers: Record<string, string>) => {
    const from = performance.now()
    const answer = await call(`${server.url}/api/user/${ada.id}`, { headers })
    const total = profilePage.parse(answer.body).recentPlaysMeta.total
    return { total, stale: answer.headers.get('ledger-stale'), took: performance.now() - from }
  }

  it('a play is acknowledged with its scores, without ranks', async () => {
    const answer = await submit(server.url, ada, playBody({ seed: 2, rows: 20 }))

    expect(answer).toMatchObject({ success: true, duplicate: false })
    expect(answer.boards.map((board) => [typeof board.score, board.rank])).toEqual([
      ['string', undefined],
      ['string', undefined],
      ['string', undefined],
    ])
  })

  it('a game that does not wait is answered at once', async () => {
    const answered: string[] = []
    // A request that waits takes two seconds, see below.
    const waiting = submit(server.url, ada, playBody({ seed: 6, rows: 20 }))
    await Promise.all([
      waiting.then(() => answered.push('who waits')),
      submit(server.url, ada, playBody({ seed: 3, rows: 20 }), { prefer: 'wait=0' }).then(() =>
        answered.push('who does not'),
      ),
    ])

    expect(answered).toEqual(['who does not', 'who waits'])
  })

  it("a read with the play's position waits two seconds, then returns a stale answer", async () => {
    const { position } = await submit(server.url, ada, playBody({ seed: 4, rows: 20 }), { prefer: 'wait=0' })

    const asked = await profile({ 'ledger-position': position })
    expect(asked).toMatchObject({ total: 1, stale: 'true' })
    expect(asked.took).toBeGreaterThan(1900)
    expect(await profile({})).toMatchObject({ total: 1, stale: null })
  })

  it('a 404 has the headers of staleness and generation too', async () => {
    const { position, playId } = await submit(server.url, ada, playBody({ seed: 7, rows: 20 }), {
      prefer: 'wait=0',
    })
    const answer = await call(`${server.url}/api/play/${playId}`, {
      headers: { 'ledger-position': position },
    })

    expect(answer).toMatchObject({ status: 404, body: { error: 'Play not found' } })
    expect([answer.headers.get('ledger-stale'), answer.headers.get('ledger-generation')]).toEqual([
      'true',
      '1',
    ])
    const withoutPosition = await call(`${server.url}/api/play/${playId}`)
    expect([withoutPosition.status, withoutPosition.headers.get('ledger-stale')]).toEqual([404, 'true'])
    const unknown = await call(`${server.url}/api/play/999999999`)
    expect([unknown.status, unknown.headers.get('ledger-stale')]).toEqual([404, null])
  })

  it('everything appears once a projector runs again', async () => {
    await server.stop()
    server = await startServer(dataDir)
    const { position } = await submit(server.url, ada, playBody({ seed: 5, rows: 20 }))

    expect(await profile({ 'ledger-position': position })).toMatchObject({ total: 7, stale: null })
  })

  it.each(['99:x', '0:999999', '98:0'])(
    'an invalid position is refused with its field: %s',
    async (position) => {
      const answer = await call(`${server.url}/api/blueshift`, { headers: { 'ledger-position': position } })

      expect(answer).toMatchObject({ status: 400, body: { field: 'ledger-position' } })
    },
  )
})
