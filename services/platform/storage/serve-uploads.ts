import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { FastifyInstance } from 'fastify'
import type { DiskSpace } from '../disk/disk-space.ts'
import { withoutRequestTimeout } from '../http/client-errors.ts'
import { enforceReadLimit } from '../http/enforce-limit.ts'
import { conflict, diskIsFull, HttpError } from '../http/http-error.ts'
import { uploadPath } from './folder-storage.ts'
import { AlreadySentError, NotSignedError, SizeError, type Storage } from './storage.ts'
import { maxFileBytes } from './storage-key.ts'

interface AcceptedUploads {
  /** Prefix of their keys. */
  readonly prefix: string
  /** Maximum size, bytes; by default maxFileBytes. */
  readonly maxBytes?: number
  /** Whether the upload is still expected. Called before the body is read, during the upload, and before it is stored. */
  readonly isAwaited: (key: string) => Promise<boolean>
  /** Called after a completed upload. */
  readonly onReceived?: () => Promise<void>
}

/** Idle timeout of an upload, s. */
export const uploadIdleSeconds = 30
/** Interval of `isAwaited` checks during an upload, ms. */
const recheckEveryMs = 10_000

/** The uploads accepted by all services of a process, by server. */
const acceptedUploads = new WeakMap<FastifyInstance, AcceptedUploads[]>()

/**
 * Serves uploads to presigned URLs of this storage, if they point to this host: once each, and only with the signed size
 * and type. Called by each service that signs URLs; a process without one accepts no uploads.
 */
export function serveUploads(
  app: FastifyInstance,
  { receive, head }: Pick<Storage, 'receive' | 'head'>,
  uploads: AcceptedUploads,
  { idleMs, recheckMs } = { idleMs: uploadIdleSeconds * 1000, recheckMs: recheckEveryMs },
): void {
  if (!receive) return
  const others = acceptedUploads.get(app)
  if (others) {
    others.push(uploads)
    return
  }
  const all = [uploads]
  acceptedUploads.set(app, all)
  const running = runningUploads(app.guards.disk)
  app.addHook('onClose', async () => running.stop())
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is streamed, and only after the signature has been verified.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
      `${uploadPath}*`,
      { bodyLimit: maxFileBytes },
      async (request, reply) => {
        await enforceReadLimit(request)
        if (app.guards.disk.isLow()) throw diskIsFull()
        const { headers } = request
        const length = headers['content-length']
        if (length === undefined) throw new HttpError(411, 'Content-Length: is required')
        const key = request.params['*']
        const accepted = all.find(({ prefix }) => key.startsWith(prefix))
        if (!accepted) throw new HttpError(403, 'This upload address is invalid')
        const size = Number(length)
        const maxBytes = accepted.maxBytes ?? maxFileBytes
        if (size > maxBytes) throw new HttpError(413, `Content-Length: must be at most ${maxBytes}`)
        try {
          const { query } = request
          await receive.check({ key, query, contentType: headers['content-type'], size })
          const isAwaited = () => accepted.isAwaited(key)
          if (!(await isAwaited()) || (await head(key))) throw notAwaited()
          const options = { body: request.raw, size, idleMs, recheckMs, isAwaited }
          await withoutRequestTimeout(request, () =>
            running.run(key, options, (stream) => receive.store(key, { stream, size })),
          )
        } catch (error) {
          if (error instanceof NotSignedError) throw new HttpError(403, error.message)
          if (error instanceof SizeError) throw new HttpError(400, error.message)
          if (error instanceof AlreadySentError) throw notAwaited()
          throw error
        }
        await accepted.onReceived?.()
        return reply.send()
      },
    )
  })
}

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
function runningUploads(disk: DiskSpace): RunningUploads {
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

interface UploadBodyOptions {
  readonly body: Readable
  /** Bytes. */
  readonly size: number
  /** Idle timeout after which the upload is aborted with 408, ms. */
  readonly idleMs: number
  /** Whether it is still expected: checked every `recheckMs` and at the end. If not, it is aborted with 409. */
  readonly isAwaited: () => Promise<boolean>
  readonly recheckMs: number
}

interface UploadBody {
  /** Remaining bytes. */
  left(): number
  abort(reason: Error): void
  /** Passes the body to `store`. After an abort, throws its reason instead of the resulting stream error. */
  pass(store: (body: Readable) => Promise<void>): Promise<void>
}

const notAwaited = () => conflict('This file was already uploaded, or is no longer needed')

/**
 * An abortable request body with timeouts. The request itself stays open for the response.
 */
function uploadBody({ body, size, idleMs, isAwaited, recheckMs }: UploadBodyOptions): UploadBody {
  let left = size
  let reason: Error | null = null
  const abort = (why: Error) => {
    reason ??= why
    stream.destroy(why)
  }
  const idle = setTimeout(() => abort(new HttpError(408, 'The upload has stalled')), idleMs)
  const recheck = async () => {
    if (!(await isAwaited())) abort(notAwaited())
  }
  // Transient errors are ignored until the next check.
  const rechecking = setInterval(() => void recheck().catch(() => {}), recheckMs)
  const stopTimers = () => {
    clearTimeout(idle)
    clearInterval(rechecking)
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      idle.refresh()
      done(null, chunk)
    },
    flush(done) {
      stopTimers()
      isAwaited().then((awaited) => done(awaited ? null : notAwaited()), done)
    },
  })
  // The abort may precede the first read of the stream.
  stream.on('error', () => {})
  const closed = () => {
    if (!body.readableEnded) abort(new Error('the client disconnected'))
  }

  return {
    left: () => left,
    abort,
    async pass(store) {
      body.on('close', closed)
      if (body.destroyed) closed()
      try {
        await store(body.pipe(stream))
      } catch (error) {
        throw reason ?? error
      } finally {
        stopTimers()
        body.off('close', closed).unpipe(stream)
        stream.destroy()
      }
    },
  }
}
