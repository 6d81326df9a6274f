import { maxPictureUploads } from '@stepledger/contracts/http/profile.ts'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsDatabase } from '../tables.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { notAnImage, picture, pictureRequests } from './picture-requests-in-tests.ts'
import { profilePictureUploads, sweepPictures } from './pictures.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const { ask, put, set, send } = pictureRequests(() => service)

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
    expect((await set(token, issued.profileImageUrl)).json().error).toBe(
      "We haven't received this picture yet",
    )
    await put(issued.uploadUrl, await picture('red'), issued.headers)
    const { database, storage } = service
    const sweep = (now: number) => profilePictureUploads({ database, storage, now: () => now }).sweep()
    await sweep(service.clock.now)
    expect(await service.storage.head(issued.profileImageUrl)).not.toBeNull()
    await sweep(Date.now() + 3_600_000)
    expect(await service.storage.head(issued.profileImageUrl)).toBeNull()
    expect((await set(token, issued.profileImageUrl)).statusCode).toBe(422)
  })
})
