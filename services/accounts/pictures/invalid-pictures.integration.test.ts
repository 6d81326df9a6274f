import { maxPictureBytes, pictureTooLarge } from '@stepledger/contracts/http/profile.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { progressiveJpeg } from '../../../tests/generators/progressive-jpeg.ts'
import { maxJpegScans } from '../../platform/images/image-format.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { notAnImage, picture, pictureRequests } from './picture-requests-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const { ask, put, set, send } = pictureRequests(() => service)

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
