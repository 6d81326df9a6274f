import { posterSize } from '@stepledger/contracts/competition/poster.ts'
import { listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import {
  changeOrganisedCompetition,
  createPosterUpload,
  draftDocument,
  getCompetitionHistory,
  storePoster,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { maxPictureBytes, noPicture, pictureTooLarge } from '@stepledger/contracts/http/profile.ts'
import { posterKey } from '@stepledger/contracts/storage-keys.ts'
import { postgresAuthentication } from '@stepledger/services/accounts/authentication/authenticate-token.ts'
import { competitionStreams } from '@stepledger/services/competition-streams.ts'
import { sweepPosters } from '@stepledger/services/competitions/posters.ts'
import { openStorage } from '@stepledger/services/platform/storage/open-storage.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import type { Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'
import { operatorOf, organisersCalls, organisersOf } from './organisers-calls.ts'

const day = 86_400_000
const hour = 3_600_000
const now = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()
const chart = 'a'.repeat(16)

const imageOf = (background: string, width = 1600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

describe("the picture of an event's poster", () => {
  let server: CompetitionServer
  let storage: Storage
  /** Ada organises, Ben doesn't, Kim operates the site. */
  let ada: Player
  let ben: Player
  let kim: Player

  const { ask, errorOf, newDraft, page } = organisersCalls(() => server)
  const issue = (by: Player, body: object = { contentType: 'image/png' }) =>
    ask('/api/event-pictures/upload-url', by, body)
  async function send(by: Player, bytes: Buffer): Promise<string> {
    const { uploadUrl, upload, headers } = createPosterUpload.answer.parse((await issue(by)).body)
    const sent = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    expect(sent.status).toBe(200)
    return upload
  }
  const store = async (by: Player, bytes: Buffer) =>
    ask('/api/event-pictures', by, { upload: await send(by, bytes) }, 'PUT')
  const stored = async (by: Player, colour: string) =>
    storePoster.answer.parse((await store(by, await imageOf(colour))).body)
  const change = (by: Player, picture: string | null, reason: string) =>
    ask('/api/event/night-shift/change', by, { change: { type: 'poster', picture }, reason })
  const fileOf = (url: string | null) => fetch(`${server.url}${url}`)
  const shows = (url: string | null) =>
    vi.waitUntil(async () => (await page()).pictureUrl === url, { timeout: 30_000 })
  const sweepAt = (at: number) => {
    const { database, ledger } = server
    const authentication = postgresAuthentication({ database, log: pino({ level: 'silent' }), now: Date.now })
    const streams = competitionStreams(ledger)
    const sweep = sweepPosters({ database, storage, streams, authentication, now: () => at })
    return sweep(new AbortController().signal)
  }

  beforeAll(async () => {
    server = await startCompetitionServer()
    const { dataDir, url } = server
    storage = await openStorage({ url: null, dataDir, publicUrl: () => url, env: {}, now: Date.now })
    ;[ada, ben] = (await organisersOf(server, 'ada', 'ben')) as [Player, Player]
    kim = await operatorOf(server, 'kim')
    await server.play([smallPlay({ playId: 1, player: ada.id, chart, offset: 0.01, at: now - hour })])
    await vi.waitUntil(async () => (await ask('/api/play/1', null)).status === 200, { timeout: 30_000 })
  })
  afterAll(async () => {
    await storage.close()
    await server.stop()
  })

  it('is an image of a few megabytes, uploaded by who stores it', async () => {
    expect(await errorOf(issue(ada, { contentType: 'image/svg+xml' }))).toEqual([
      422,
      'contentType',
      noPicture,
    ])
    expect(await errorOf(issue(ada, { contentType: 'image/png', size: maxPictureBytes + 1 }))).toEqual([
      422,
      'size',
      pictureTooLarge,
    ])
    expect(await errorOf(store(ada, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
      422,
      'upload',
      noPicture,
    ])
    expect(await errorOf(store(ada, await imageOf('black', 8000, 8000)))).toEqual([
      422,
      'upload',
      'The image is too large: 8000 by 8000 pixels',
    ])
    const upload = await send(ada, await imageOf('teal'))
    expect(await errorOf(ask('/api/event-pictures', ben, { upload }, 'PUT'))).toEqual([
      422,
      'upload',
      'This upload has expired. Choose the picture again.',
    ])
  })

  it('is set in a draft, published, replaced and removed, each change in the history', async () => {
    const blue = await stored(ada, 'navy')
    const image = await fileOf(blue.pictureUrl)
    expect(image.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(Buffer.from(await image.arrayBuffer())).metadata()).toMatchObject({
      ...posterSize,
      format: 'jpeg',
    })

    const document = draftDocument.parse({
      slug: 'night-shift',
      name: 'Night Shift',
      announcement: 'Two hours, one chart.',
      picture: blue.picture,
      rounds: [{ name: 'Dusk', start: iso(now - day), end: iso(now + day), charts: [chart] }],
    })
    expect(await errorOf(ask('/api/event-drafts', ben, { document }))).toEqual([
      422,
      'document.picture',
      'This picture was deleted. Choose it again.',
    ])
    const { id } = await newDraft(ada, document)
    await sweepAt(now + 2 * hour)
    expect((await fileOf(blue.pictureUrl)).status).toBe(200)

    expect((await ask(`/api/event-drafts/${id}/publish`, ada, { version: 1 })).status).toBe(200)
    await shows(blue.pictureUrl)
    const { events } = listCompetitions.answer.parse((await ask('/api/events', null)).body)
    expect(events).toMatchObject([{ slug: 'night-shift', pictureUrl: blue.pictureUrl }])
    await sweepAt(now + 2 * hour)
    expect((await fileOf(blue.pictureUrl)).status).toBe(200)

    const red = await stored(ada, 'maroon')
    const plan = await ask('/api/event/night-shift/change', ada, {
      change: { type: 'poster', picture: red.picture },
      dryRun: true,
    })
    expect(changeOrganisedCompetition.answer.parse(plan.body).plan).toMatchObject({
      differences: ['Picture'],
      players: 0,
    })
    expect(await errorOf(change(ada, 'f'.repeat(64), 'A picture of others'))).toEqual([
      422,
      'change.picture',
      'This picture was deleted. Choose it again.',
    ])
    expect((await change(ben, (await stored(ben, 'gold')).picture, 'Prettier')).status).toBe(403)
    expect((await change(ada, red.picture, 'Red is warmer')).status).toBe(200)
    await shows(red.pictureUrl)
    expect((await change(ada, null, 'It was not mine')).status).toBe(200)
    await shows(null)

    const history = getCompetitionHistory.answer.parse(
      (await ask('/api/event/night-shift/history', null)).body,
    )
    expect(history.changes.map(({ what, reason }) => [what, reason])).toEqual([
      [['Picture removed'], 'It was not mine'],
      [['Picture'], 'Red is warmer'],
      [['Published'], null],
    ])
  })

  it('is removed by operators with a reason, also from drafts, and is not found any more', async () => {
    const black = await stored(ada, 'black')
    expect((await change(ada, black.picture, 'Black fits the night')).status).toBe(200)
    await shows(black.pictureUrl)
    const preview = async () =>
      Buffer.from(await (await fetch(`${server.url}/picture/event/night-shift.png`)).arrayBuffer())
    const withPicture = await preview()
    const { id } = await newDraft(ada, {
      ...{ slug: 'day-shift', name: 'Day Shift', announcement: 'By day.', picture: black.picture },
      rounds: [{ name: 'Noon', start: iso(now), end: iso(now + day), charts: [chart] }],
    })
    const remove = (by: Player, body: object) => ask('/api/admin/event/remove-picture', by, body)
    const input = { slug: 'night-shift' }

    expect((await remove(ada, { input, reason: 'Mine' })).status).toBe(403)
    expect(await errorOf(remove(kim, { input }))).toEqual([422, 'reason', 'reason is required'])
    expect((await remove(kim, { input, reason: 'It shows a player' })).status).toBe(200)

    await shows(null)
    expect([(await fileOf(black.pictureUrl)).status, await storage.head(posterKey(black.picture))]).toEqual([
      404,
      null,
    ])
    expect((await preview()).equals(withPicture)).toBe(false)
    const { changes } = getCompetitionHistory.answer.parse(
      (await ask('/api/event/night-shift/history', null)).body,
    )
    expect(changes[0]).toMatchObject({ by: 'site', what: ['Picture removed'], reason: 'It shows a player' })
    expect(await errorOf(remove(kim, { input, reason: 'Again' }))).toEqual([
      409,
      null,
      'night-shift has no picture',
    ])
    expect(await errorOf(ask(`/api/event-drafts/${id}/publish`, ada, { version: 1 }))).toEqual([
      422,
      'picture',
      'This picture was deleted. Choose it again.',
    ])
    expect((await ask(`/api/event-drafts/${id}`, ada, undefined, 'DELETE')).status).toBe(200)
  })

  it('is deleted an hour after nothing has it any more', async () => {
    const green = await stored(ada, 'green')
    const { id } = await newDraft(ada, { name: 'Day Shift', picture: green.picture })
    expect((await ask(`/api/event-drafts/${id}`, ada, undefined, 'DELETE')).status).toBe(200)
    const rows = async () => (await server.database.pool.query('select from competitions.pictures')).rowCount
    const key = posterKey(green.picture)
    await sweepAt(Date.now())
    expect(await storage.head(key)).not.toBeNull()
    await sweepAt(Date.now() + 2 * hour)
    expect([await storage.head(key), await rows()]).toEqual([null, 0])
  })

  it('goes with the account of who uploaded it', async () => {
    const grey = await stored(ada, 'grey')
    expect((await change(ada, grey.picture, 'Grey, then')).status).toBe(200)
    await shows(grey.pictureUrl)
    const plan = await ask('/api/admin/erase', kim, { input: { alias: 'ada' }, dryRun: true })
    // And an upload that she never stored.
    expect(plan.body).toMatchObject({ plan: { files: 2 } })
    const erased = await ask('/api/admin/erase', kim, { input: { alias: 'ada' }, reason: 'Asked by mail' })
    expect(erased.status).toBe(200)
    await shows(null)
    expect((await page()).name).toBe('Night Shift')
    expect(await storage.head(posterKey(grey.picture))).toBeNull()
  })
})
