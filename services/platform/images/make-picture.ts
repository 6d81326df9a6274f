import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { noPicture } from '@stepledger/contracts/http/profile.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { z } from 'zod'
import { JobFailedError, JobKilledError, jobProcess, program } from '../child-process/job-process.ts'
import { busy, invalidField } from '../http/http-error.ts'
import { hasTooManyScans, imageFormat } from './image-format.ts'

/** Limits of the process that decodes one picture: seconds and bytes. */
export const pictureDeadlineSeconds = 10
export const maxPictureMemory = 1024 ** 3
export const maxWaitingPictures = 20
/** A player whose picture timed out has low priority for an hour. */
const slowMs = 3_600_000
const maxSlowPlayers = 10_000

const formats = ['jpeg', 'png', 'gif', 'webp']
const notDecoded = 'Failed to process image'

interface PictureFormat {
  /** Size of the JPEG, px. */
  readonly width: number
  readonly height: number
  /** The field of errors. */
  readonly field: string
  /** Maximum time of one picture. */
  readonly deadlineSeconds?: number
}

interface PictureMaker {
  /**
   * Converts an uploaded image to a JPEG. Throws 422 when it is not an image or times out; 503 when
   * the queue is full or contains another picture of the player.
   */
  make(playerId: string, bytes: Buffer): Promise<Buffer>
  /** Aborts the current picture with 503. */
  stop(): void
}

/** Decodes one uploaded picture at a time, in a child process. */
export function pictureMaker({
  width,
  height,
  field,
  deadlineSeconds = pictureDeadlineSeconds,
}: PictureFormat): PictureMaker {
  const process = jobProcess<PictureJob, EncodedPicture>({
    program: program('uploaded-picture-process', './picture-process.ts', import.meta.url),
    result: encodedPicture,
    deadlineMs: deadlineSeconds * 1000,
    maxBytes: maxPictureMemory,
  })
  const queue = new PQueue({ concurrency: 1 })
  const waiting = new Set<string>()
  const slow = new LRUCache<string, true>({ max: maxSlowPlayers, ttl: slowMs })
  let stopped = false

  async function encode(playerId: string, bytes: Buffer): Promise<Buffer> {
    if (stopped) throw busy(5)
    try {
      const encoded = await process.run({ bytes, width, height })
      if ('refused' in encoded) throw invalidField(field, encoded.refused)
      return Buffer.from(encoded.jpeg)
    } catch (error) {
      if (error instanceof JobFailedError) throw invalidField(field, notDecoded)
      if (!(error instanceof JobKilledError)) throw error
      if (error.why === 'stopped') throw busy(5)
      slow.set(playerId, true)
      throw invalidField(field, notDecoded)
    }
  }

  return {
    async make(playerId, bytes) {
      // Only the four formats reach a decoder: an SVG could make it draw and read other files.
      const format = imageFormat(bytes)
      if (!format || !formats.includes(format)) throw invalidField(field, noPicture)
      if (format === 'jpeg' && hasTooManyScans(bytes)) throw invalidField(field, notDecoded)
      if (waiting.has(playerId) || queue.size >= maxWaitingPictures) throw busy(2)
      waiting.add(playerId)
      try {
        return await queue.add(() => encode(playerId, bytes), { priority: slow.has(playerId) ? 0 : 1 })
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

export const pictureJob = z.object({ bytes, width: z.int(), height: z.int() })
export type PictureJob = z.infer<typeof pictureJob>

/** A player's picture, or the reason of its rejection, for the player. */
const encodedPicture = z.union([z.object({ jpeg: bytes }), z.object({ refused: z.string() })])
export type EncodedPicture = z.infer<typeof encodedPicture>
