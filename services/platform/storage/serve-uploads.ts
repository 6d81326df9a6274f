import type { FastifyInstance } from 'fastify'
import { withoutRequestTimeout } from '../http/client-errors.ts'
import { enforceReadLimit } from '../http/enforce-limit.ts'
import { diskIsFull, HttpError } from '../http/http-error.ts'
import { runningUploads } from './running-uploads.ts'
import { uploadPath } from './signed-upload.ts'
import { AlreadySentError, NotSignedError, SizeError, type Storage } from './storage.ts'
import { maxFileBytes } from './storage-key.ts'
import { notAwaited } from './upload-body.ts'

/** The uploads that a service accepts. */
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
