import type { Readable } from 'node:stream'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import { conflict, diskIsFull, HttpError } from '../http/http-error.ts'
import { type UploadBody, type UploadBodyOptions, uploadBody } from './upload-body.ts'

interface RunningUploads {
  /**
   * Passes the body of an upload to `store`, if there is enough disk space beside the running uploads. Throws 409 while
   * the same key is being uploaded, 507 without enough space, also later when the disk fills up, and errors of
   * UploadBody.
   */
  run(key: string, options: UploadBodyOptions, store: (body: Readable) => Promise<void>): Promise<void>
  stop(): void
}

interface Running {
  readonly body: UploadBody
  readonly ended: Promise<void>
}

/** Reserves disk space for running uploads, and aborts them when the disk fills up. */
export function runningUploads(disk: DiskSpace): RunningUploads {
  const running = new Map<string, Running>()

  async function checkRoom(size: number): Promise<void> {
    const room = await disk.uploadRoom()
    const reserved = [...running.values()].reduce((sum, { body }) => sum + body.left(), 0)
    if (room !== null && reserved > room) throw noRoom(size)
  }

  const stop = disk.onNoUploadRoom(async () => {
    const all = [...running.values()]
    for (const { body } of all) body.abort(diskIsFull())
    await Promise.allSettled(all.map(({ ended }) => ended))
  })

  return {
    async run(key, options, store) {
      if (running.has(key)) throw conflict('This file is already being uploaded')
      const body = uploadBody(options)
      const ended = body.pass(async (stream) => {
        await checkRoom(options.size)
        await store(stream)
      })
      // Reserved before the check, so that concurrent uploads cannot exceed the space; one of them may be rejected.
      running.set(key, { body, ended })
      try {
        await ended
      } finally {
        running.delete(key)
      }
    },
    stop,
  }
}

function noRoom(size: number): HttpError {
  return new HttpError(
    507,
    `The server doesn't have enough disk space for a file of ${sizeText(size)}. Please try again later.`,
    { headers: { 'retry-after': '60' } },
  )
}
