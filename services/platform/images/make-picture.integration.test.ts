import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { progressiveJpeg } from '../../../tests/generators/progressive-jpeg.ts'
import { maxJpegScans } from './image-format.ts'
import { maxWaitingPictures, pictureMaker } from './make-picture.ts'

const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
/** The slowest accepted picture. */
const slow = progressiveJpeg(7000, maxJpegScans)

function maker(deadlineSeconds?: number) {
  const made = pictureMaker({
    width: 400,
    height: 400,
    field: 'picture',
    ...(deadlineSeconds && { deadlineSeconds }),
  })
  onTestFinished(made.stop)
  return made
}

it('decodes pictures of players with an earlier timeout last', async () => {
  const { make } = maker(0.1)
  await expect(make('slow', slow)).rejects.toMatchObject({ status: 422, message: 'Failed to process image' })

  const order: string[] = []
  const players = ['first', 'slow', 'quick', 'quicker']
  await Promise.all(
    players.map((player) =>
      make(player, small)
        .catch(() => {})
        .finally(() => order.push(player)),
    ),
  )
  expect(order).toEqual(['first', 'quick', 'quicker', 'slow'])
})

it('limits the queue', async () => {
  const { make } = maker()
  const making = [make('first', slow)]
  for (let n = 0; n < maxWaitingPictures; n += 1) making.push(make(`player ${n}`, small))
  await expect(make('one too many', small)).rejects.toMatchObject({ status: 503 })
  expect((await Promise.all(making)).length).toBe(1 + maxWaitingPictures)
})

it('responds 503 on shutdown, also to queued pictures', async () => {
  const { make, stop } = maker()
  await make('warm', small)
  const answers = Promise.allSettled([make('first', slow), make('second', small)])
  await new Promise(setImmediate)
  stop()
  expect(await answers).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
})
