import { noPicture } from '@stepledger/contracts/http/profile-image.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { JobFailedError, JobKilledError, jobProcess } from '../../platform/child-process/job-process.ts'
import { program } from '../../platform/child-process/program.ts'
import { breaksRule, busy } from '../../platform/http/refusal.ts'
import { imageFormat } from '../../platform/images/image-format.ts'
import { hasTooManyScans } from '../../platform/images/jpeg-scans.ts'
import { type EncodedPicture, encodedPicture } from './encoded-picture.ts'

/** Of one picture: time, s, and memory of the process that decodes it, bytes. */
export const pictureDeadlineSeconds = 10
export const maxPictureMemory = 1024 ** 3
/** Pictures that wait for their turn, one of each player. */
export const maxWaitingPictures = 20
/** A player whose picture took too long comes after all others, for an hour. */
const slowMs = 3_600_000
const maxSlowPlayers = 10_000

const formats = ['jpeg', 'png', 'gif', 'webp']
const field = 'profileImageUrl'
const notDecoded = 'Failed to process image'

export interface PictureMaker {
  /**
   * Makes the picture of a player out of the bytes that were sent, a JPEG of 400 by 400 pixels. Throws 422 for what is
   * not an image, or takes too long; 503 when too many wait, or another one of the player.
   */
  make(playerId: string, bytes: Buffer): Promise<Buffer>
  /** Ends the picture that is being made with 503. */
  stop(): void
}

/** Decodes one picture at a time, in a process of its own. */
export function pictureMaker(deadlineSeconds = pictureDeadlineSeconds): PictureMaker {
  const process = jobProcess<Uint8Array, EncodedPicture>({
    program: program('profile-picture-process', './picture-process.ts', import.meta.url),
    result: encodedPicture,
    deadlineMs: deadlineSeconds * 1000,
    maxBytes: maxPictureMemory,
  })
  const turns = new PQueue({ concurrency: 1 })
  const waiting = new Set<string>()
  const slow = new LRUCache<string, true>({ max: maxSlowPlayers, ttl: slowMs })
  let stopped = false

  async function encode(playerId: string, bytes: Buffer): Promise<Buffer> {
    if (stopped) throw busy(5)
    try {
      const encoded = await process.run(bytes)
      if ('refused' in encoded) throw breaksRule(field, encoded.refused)
      return Buffer.from(encoded.jpeg)
    } catch (error) {
      if (error instanceof JobFailedError) throw breaksRule(field, notDecoded)
      if (!(error instanceof JobKilledError)) throw error
      if (error.why === 'stopped') throw busy(5)
      slow.set(playerId, true)
      throw breaksRule(field, notDecoded)
    }
  }

  return {
    async make(playerId, bytes) {
      // What is not one of the four by its bytes gets to no decoder: an SVG would have one draw, and read other files.
      const format = imageFormat(bytes)
      if (!format || !formats.includes(format)) throw breaksRule(field, noPicture)
      if (format === 'jpeg' && hasTooManyScans(bytes)) throw breaksRule(field, notDecoded)
      if (waiting.has(playerId) || turns.size >= maxWaitingPictures) throw busy(2)
      waiting.add(playerId)
      try {
        return await turns.add(() => encode(playerId, bytes), { priority: slow.has(playerId) ? 0 : 1 })
      } finally {
        waiting.delete(playerId)
      }
    },
    stop() {
      stopped = true
      process.stop()
    },
  }
}
