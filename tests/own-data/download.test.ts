import { join } from 'node:path'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { createDownloadAddress, download, startDownload } from '@stepledger/contracts/http/own-data.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { posterKey } from '@stepledger/contracts/storage-keys.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { folderStorage } from '@stepledger/services/platform/storage/folder-storage.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { playBody } from '../generators/play-body.ts'
import { samplePlays } from '../generators/sample-plays.ts'
import { type LinkServer, startLinkServer } from '../links/link-server.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'

/** SHA-256 of a picture of a poster. */
const poster = 'd'.repeat(64)
const invitationCode = '0123456789abcdef'.repeat(2)

let server: LinkServer
beforeAll(async () => {
  server = await startLinkServer()
})
afterAll(() => server.stop())

const stateOf = async ({ token }: Player) =>
  download.parse((await call(`${server.url}${startDownload.path}`, { token })).body)
const start = async ({ token }: Player) =>
  download.parse((await call(`${server.url}${startDownload.path}`, { token, body: {} })).body)
const ready = (player: Player) =>
  vi.waitUntil(async () => (await stateOf(player)).state === 'ready', { timeout: 60_000, interval: 50 })
const addressOf = ({ token }: Player) =>
  call(`${server.url}${createDownloadAddress.path}`, { token, body: {} })
const addressIn = ({ body }: { body: unknown }) => z.object({ address: z.string() }).parse(body).address

async function unzip(bytes: Buffer): Promise<Map<string, unknown>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, unknown>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk))
    files.set(entry.fileName, JSON.parse(Buffer.concat(chunks).toString()))
  }
  return files
}

describe('the own data', () => {
  it('is one zip with the account, and the plays field by field as they were sent', async () => {
    const ada = await newPlayer(server.url, 'ada')
    const ben = await newPlayer(server.url, 'ben')
    const sent = new Map<number, object>()
    let position = ''
    const odd = {
      ...playBody({ seed: 5 }),
      hash: '0123456789abcdef',
      remark: { nested: [1, 'ä', null, -0.5] },
    }
    for (const body of [odd, ...samplePlays().values()]) {
      const answer = await submit(server.url, ada, body)
      sent.set(answer.playId, body)
      position = answer.position
    }
    await submit(server.url, ben, playBody({ seed: 6 }))
    await call(`${server.url}/v1/chart/${odd.hash}/play`, { token: ada.key, body: {} })
    // Refusals are counted in memory first.
    await expect
      .poll(() => server.database.pool.query('SELECT FROM ingest.refusals WHERE player = $1', [ada.id]), {
        timeout: 30_000,
      })
      .toMatchObject({ rowCount: 1 })
    await server.database.pool.query(
      `INSERT INTO competitions.drafts (id, owner, document, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, '{"name": "Night Shift"}', now(), now())`,
      [ada.id],
    )
    await server.database.pool.query(
      "INSERT INTO competitions.invited (player, slug, code, opened_at) VALUES ($1, 'late-shift', $2, now())",
      [ada.id, invitationCode],
    )
    await server.database.pool.query('INSERT INTO competitions.pictures VALUES ($1, $2, now())', [
      ada.id,
      poster,
    ])
    const folder = join(server.dataDir, 'storage')
    const storage = await folderStorage({ folder, publicUrl: () => server.url, now: Date.now })
    await storage.put(posterKey(poster), Buffer.from('"a picture"'))
    const rival = await call(`${server.url}/api/rivals`, { token: ada.token, body: { rivalUserId: ben.id } })
    position = rival.headers.get('ledger-position') ?? position
    const asked = {
      ...{ id: 'asked', v: 1, at: Date.now(), key: ada.id, type: 'EventParticipationChanged' as const },
      data: { slug: 'night-shift', to: 'asked' as const, by: null },
    }
    // The last one of the player, so that all before it are folded.
    const ledger = await postgresLedger({ database: server.database })
    position = formatPosition(await ledger.append('events', { key: ada.id, bytes: encodeAnyEvent(asked) }))
    await ledger.close()
    await call(`${server.url}/api/blueshift`, { headers: { 'ledger-position': position } })

    expect(await stateOf(ada)).toEqual({ state: 'none' })
    expect((await addressOf(ada)).status).toBe(404)
    expect(['waiting', 'making', 'ready']).toContain((await start(ada)).state)
    await ready(ada)
    expect(await stateOf(ada)).toMatchObject({ state: 'ready', plays: sent.size })

    const answer = await fetch(`${server.url}${addressIn(await addressOf(ada))}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="stepledger-data-ada.zip"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const files = await unzip(Buffer.from(await answer.arrayBuffer()))
    for (const [playId, body] of sent) expect(files.get(`plays/${playId}.json`)).toEqual(body)
    expect([...files.keys()].filter((name) => name.startsWith('plays/'))).toHaveLength(sent.size)
    expect(files.get('profile.json')).toMatchObject({
      id: ada.id,
      alias: 'ada',
      email: 'ada@example.com',
      inPublishedData: true,
      notifications: { seenAt: null, weeklyMail: false },
    })
    expect(files.get('rivals.json')).toMatchObject([{ userId: ben.id, alias: 'ben' }])
    expect(files.get('api-keys.json')).toMatchObject([{ fingerprint: `${ada.key.slice(0, 8)}…` }])
    expect(files.get('milestones.json')).toMatchObject([{ name: 'First star', meter: null, pack: null }])
    expect(files.get('refused-plays.json')).toMatchObject([{ plays: 1, reason: 'hash is required' }])
    expect(files.get('events.json')).toMatchObject([{ event: 'night-shift', status: 'asked' }])
    expect(files.get('event-drafts.json')).toMatchObject([{ document: { name: 'Night Shift' } }])
    expect(files.get(`event-pictures/${poster}.jpg`)).toBe('a picture')
    expect(files.get('invitations.json')).toMatchObject([{ event: 'late-shift' }])
    expect(files.get('history.json')).toMatchObject([{ what: 'API key created' }])
    const text = JSON.stringify([...files])
    for (const secret of [ada.key, ada.token, invitationCode, 'argon2', ben.key, 'ben@example.com'])
      expect(text).not.toContain(secret)
  })

  it('needs the signed address, and only the latest one works', async () => {
    const eve = await newPlayer(server.url, 'eve')
    await start(eve)
    await ready(eve)
    const first = addressIn(await addressOf(eve))
    const second = addressIn(await addressOf(eve))
    const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
    const [path = ''] = first.split('?')
    expect([await statusOf(path), await statusOf(`${path}?token=guess`), await statusOf(first)]).toEqual([
      404, 404, 404,
    ])
    expect(await statusOf(second)).toBe(200)
    await server.database.pool.query(
      'UPDATE accounts.downloads SET token_until = now() WHERE player_id = $1',
      [eve.id],
    )
    expect(await statusOf(second)).toBe(404)
  })

  it('can be requested again after an hour, and is deleted after a week', async () => {
    const fay = await newPlayer(server.url, 'fay')
    await start(fay)
    await ready(fay)
    const keyOf = async () => {
      const { rows } = await server.database.pool.query(
        'SELECT key FROM accounts.downloads WHERE player_id = $1',
        [fay.id],
      )
      return z.array(z.object({ key: z.string().nullable() })).parse(rows)[0]?.key
    }
    const before = await keyOf()
    const refused = await call(`${server.url}${startDownload.path}`, { token: fay.token, body: {} })
    expect([refused.status, refused.body]).toEqual([
      429,
      { error: 'You can start another download in 60 minutes.' },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await keyOf()).toBe(before)
    await server.database.pool.query(
      "UPDATE accounts.downloads SET asked_at = asked_at - interval '1 hour' WHERE player_id = $1",
      [fay.id],
    )
    await start(fay)
    await ready(fay)
    expect(await keyOf()).not.toBe(before)
    await server.database.pool.query(
      "UPDATE accounts.downloads SET expires_at = now() - interval '1 s' WHERE player_id = $1",
      [fay.id],
    )
    expect(await stateOf(fay)).toEqual({ state: 'none' })
    await server.database.pool.query("SELECT pg_notify('own_data', '')")
    await vi.waitUntil(async () => (await keyOf()) === undefined, { timeout: 30_000 })
  })
})
