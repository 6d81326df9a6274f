import {
  maxPictureBytes,
  maxPictureUploads,
  pictureTooLarge,
} from '@stepledger/contracts/http/profile-image.ts'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import sharp, { type Color } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { progressiveJpeg } from '../../../tests/generators/progressive-jpeg.ts'
import { maxJpegScans } from '../../platform/images/jpeg-scans.ts'
import { accountsDatabase } from '../tables.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { sweepPictureUploads } from './picture-uploads.ts'
import { sweepPictures } from './sweep-pictures.ts'

const notAnImage = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)'
let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

type Format = 'jpeg' | 'png' | 'gif' | 'webp'
const picture = (background: Color, format: Format = 'jpeg', width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

const ask = (token: string, body: object = {}) =>
  service.send('POST', '/api/profile-image/upload-url', {
    token,
    body: { filename: 'me.jpg', contentType: 'image/jpeg', ...body },
  })
const put = (url: string, bytes: Buffer, headers: Record<string, string>) =>
  service.app.inject({
    method: 'PUT',
    url: new URL(url).pathname + new URL(url).search,
    headers,
    payload: bytes,
  })
const set = (token: string, profileImageUrl: string) =>
  service.send('PUT', '/api/profile-image', { token, body: { profileImageUrl } })

/** Requests an upload address, uploads a picture and sets it. */
async function send(token: string, bytes: Buffer, contentType = 'image/jpeg') {
  const issued = (await ask(token, { contentType })).json()
  expect((await put(issued.uploadUrl, bytes, issued.headers)).statusCode).toBe(200)
  const answer = await set(token, issued.profileImageUrl)
  expect(await service.storage.head(issued.profileImageUrl)).toBeNull()
  return answer
}
async function fileOf(url: string | null) {
  const found = await service.storage.get(mediaKey(url?.replace('/media/', '') ?? '', 'jpg'))
  return found && Buffer.concat(await found.stream.toArray())
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'uploaded as %s is stored as a re-encoded JPEG of 400 by 400 pixels',
    async (format) => {
      const { token } = await service.register(`sends_${format}`)
      const answer = await send(token, await picture('#336699', format), `image/${format}`)
      expect(answer.statusCode).toBe(200)
      const { profileImageUrl } = answer.json().user
      expect(profileImageUrl).toMatch(/^\/media\/[0-9a-f]{64}$/)
      const kept = await fileOf(profileImageUrl)
      expect(await sharp(kept ?? '').metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
    },
  )

  it('loses its metadata and is rotated upright', async () => {
    const { token } = await service.register('photographer')
    const secret = 'shot at 52.09, 5.12'
    const photo = await sharp({ create: { width: 300, height: 600, channels: 3, background: 'red' } })
      .withExif({ IFD0: { ImageDescription: secret, Orientation: '6' } })
      .jpeg()
      .toBuffer()
    const appended = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const kept = await fileOf((await send(token, appended)).json().user.profileImageUrl)
    expect(kept?.includes('52.09') || kept?.includes('<script>')).toBe(false)
    expect((await sharp(kept ?? '').metadata()).exif).toBeUndefined()
  })

  it('replaces the previous one, which is deleted unless another player has the same', async () => {
    const [ada, ben] = [await service.register('ada'), await service.register('ben')]
    const [red, blue] = [await picture('#aa1111'), await picture('#1111aa')]
    const first = (await send(ada.token, red)).json().user.profileImageUrl
    expect((await send(ben.token, red)).json().user.profileImageUrl).toBe(first)

    const second = (await send(ada.token, blue)).json().user.profileImageUrl
    expect([(await fileOf(first)) !== null, (await fileOf(second)) !== null]).toEqual([true, true])
    const removed = await service.send('DELETE', '/api/profile-image', { token: ben.token })
    expect(removed.json()).toMatchObject({ user: { profileImageUrl: null }, message: 'Picture removed' })
    expect(await fileOf(first)).toBeNull()
    expect((await send(ada.token, blue)).statusCode).toBe(200)
    expect(await fileOf(second)).not.toBeNull()
    const { rows } = await service.database.pool.query(
      'SELECT what FROM accounts.audit WHERE player_id = $1 ORDER BY id',
      [ada.user.id],
    )
    expect(rows).toEqual([{ what: 'Picture changed' }, { what: 'Picture changed' }])
  })

  it('can be set once, and only by the player who requested the upload', async () => {
    const { token } = await service.register('sender')
    const { token: thief } = await service.register('thief')
    const issued = (await ask(token)).json()
    const sendRed = async () => (await put(issued.uploadUrl, await picture('red'), issued.headers)).statusCode
    expect([await sendRed(), await sendRed()]).toEqual([200, 409])
    for (const key of [issued.profileImageUrl, '/media/0', 'packs/1.zip', '../secret', ''])
      expect([key, (await set(thief, key)).statusCode]).toEqual([key, 422])
    expect((await set(token, issued.profileImageUrl)).statusCode).toBe(200)
    expect((await set(token, issued.profileImageUrl)).statusCode).toBe(422)
    expect(await sendRed()).toBe(409)
    expect(await service.storage.head(issued.profileImageUrl)).toBeNull()
  })
})

describe('an orphaned picture', () => {
  it('left by a crash between its file and its row is deleted later, and no other file', async () => {
    const { token } = await service.register('crashed')
    const { profileImageUrl } = (await send(token, await picture('#123456'))).json().user
    const loose = mediaKey('a'.repeat(64), 'jpg')
    const ofPack = mediaKey('a'.repeat(64), 'webp')
    for (const key of [loose, ofPack]) await service.storage.put(key, Buffer.from('a picture'))
    const there = async () =>
      Promise.all([loose, ofPack].map(async (key) => (await service.storage.head(key)) !== null))
    const sweepAt = (now: number) =>
      sweepPictures({ db: accountsDatabase(service.database), storage: service.storage, now: () => now })
    const { signal } = new AbortController()

    const sweep = sweepAt(Date.now())
    expect(await sweep(signal)).toBe(86_400_000)
    expect(await there()).toEqual([true, true])
    await sweepAt(Date.now() + 3_700_000)(signal)
    expect(await there()).toEqual([false, true])
    expect(await fileOf(profileImageUrl)).not.toBeNull()
  })
})

describe('a JPEG that decodes for minutes', () => {
  it('is rejected by its number of scans, without decoding', async () => {
    const { token } = await service.register('many_scans')
    const bomb = progressiveJpeg(7000, 30_000)
    expect(bomb.length).toBeLessThan(maxPictureBytes)
    const start = performance.now()
    const answer = await send(token, bomb)
    expect([answer.statusCode, answer.json().error]).toEqual([422, 'Failed to process image'])
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('is accepted with the number of scans of a real one', async () => {
    const [{ token: slow }, { token: quick }] = [
      await service.register('slow'),
      await service.register('quick'),
    ]
    const answers = [send(slow, progressiveJpeg(7000, maxJpegScans)), send(quick, await picture('green'))]
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('is rejected while another picture of the player is decoded', async () => {
    const { token } = await service.register('impatient')
    const keys: string[] = []
    const slow = progressiveJpeg(7000, maxJpegScans)
    for (let i = 0; i < 2; i++) {
      const issued = (await ask(token)).json()
      await put(issued.uploadUrl, slow, issued.headers)
      keys.push(issued.profileImageUrl)
    }
    const statuses = await Promise.all(keys.map(async (key) => (await set(token, key)).statusCode))
    expect(statuses.toSorted()).toEqual([200, 503])
  })
})

describe('an invalid picture', () => {
  it.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      notAnImage,
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), notAnImage],
    ['nothing', Buffer.alloc(0), notAnImage],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'Failed to process image'],
    ['a BMP', Buffer.from('BM and so on'), notAnImage],
  ])('is rejected and deleted: %s', async (what, bytes, error) => {
    const { token } = await service.register(`liar${what.length}${bytes.length}`)
    const answer = await send(token, bytes)
    expect([answer.statusCode, answer.json().error]).toEqual([422, error])
  })

  it('with too many pixels is rejected before it is decoded', async () => {
    const { token } = await service.register('scanner')
    const answer = await send(token, await picture('black', 'png', 8000, 8000), 'image/png')
    expect([answer.statusCode, answer.json().error]).toEqual([
      422,
      'The image is too large: 8000 by 8000 pixels',
    ])
  })

  it('of more than 5 MB is rejected, and not decoded when the storage accepted it', async () => {
    const { token } = await service.register('glutton')
    expect((await ask(token, { size: maxPictureBytes + 1 })).json().error).toBe(pictureTooLarge)
    const issued = (await ask(token)).json()
    const bytes = Buffer.alloc(maxPictureBytes + 1)
    expect((await put(issued.uploadUrl, bytes, issued.headers)).statusCode).toBe(413)
    await service.storage.put(issued.profileImageUrl, bytes)
    const answer = await set(token, issued.profileImageUrl)
    expect([answer.statusCode, answer.json().error]).toEqual([422, pictureTooLarge])
    expect(await service.storage.head(issued.profileImageUrl)).toBeNull()
  })
})

describe('an upload URL of a picture', () => {
  it('contains nothing of the file name', async () => {
    for (const filename of [
      'a.jpg\r\nX-Evil: 1',
      '../../../etc/passwd',
      '<img src=x onerror=alert(1)>.png',
    ]) {
      const { token } = await service.register(`names${filename.length}x`)
      const answer = await ask(token, { filename })
      expect(answer.statusCode).toBe(200)
      const { uploadUrl, profileImageUrl, headers } = answer.json()
      expect(profileImageUrl).toMatch(/^picture-uploads\/[0-9a-f-]{36}\.jpg$/)
      expect(new URL(uploadUrl).pathname).toBe(`/storage/${profileImageUrl}`)
      expect(headers).toEqual({ 'content-type': 'image/jpeg' })
      expect(answer.headers).not.toHaveProperty('x-evil')
      expect(answer.body).not.toContain('onerror')
    }
  })

  it('is issued for images only, a few at a time', async () => {
    const { token } = await service.register('hoarder')
    const refused = await ask(token, { contentType: 'image/svg+xml' })
    expect([refused.statusCode, refused.json().error]).toEqual([422, notAnImage])
    for (let n = 0; n < maxPictureUploads; n += 1) expect((await ask(token)).statusCode).toBe(200)
    expect((await ask(token)).statusCode).toBe(409)
  })

  it('without an upload is deleted, and so is an upload that was never set', async () => {
    const { token } = await service.register('waverer')
    const issued = (await ask(token)).json()
    expect((await set(token, issued.profileImageUrl)).json().error).toBe('This picture has not arrived yet')
    await put(issued.uploadUrl, await picture('red'), issued.headers)
    const db = accountsDatabase(service.database)
    const sweep = (now: number) => sweepPictureUploads({ db, storage: service.storage, now: () => now })
    await sweep(service.clock.now)
    expect(await service.storage.head(issued.profileImageUrl)).not.toBeNull()
    await sweep(Date.now() + 3_600_000)
    expect(await service.storage.head(issued.profileImageUrl)).toBeNull()
    expect((await set(token, issued.profileImageUrl)).statusCode).toBe(422)
  })
})
