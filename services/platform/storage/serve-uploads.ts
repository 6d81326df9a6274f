import type { FastifyInstance } from 'fastify'
import { withoutRequestTimeout } from '../http/client-errors.ts'
import { countRead } from '../http/consume-read.ts'
import { diskIsFull, HttpError } from '../http/http-error.ts'
import { runningUploads } from './running-uploads.ts'
import { uploadPath } from './signed-upload.ts'
import { AlreadySentError, NotSignedError, SizeError, type Storage } from './storage.ts'
import { maxFileBytes } from './storage-key.ts'
import { notAwaited } from './upload-body.ts'

/** Which files a service takes. */
export interface Taking {
  /** Their keys begin so. */
  readonly prefix: string
  /** Bytes of the largest; by default as large as any that is kept. */
  readonly mostBytes?: number
  /** Whether the file is awaited. Called before its first byte is read, while it is sent, and before it is kept. */
  readonly isAwaited: (key: string) => Promise<boolean>
  /** After one has arrived. */
  readonly onReceived?: () => Promise<void>
}

/** An upload is aborted when no byte comes for so long, s. */
export const uploadIdleSeconds = 30
/** How often to check that a file that is being sent is still awaited, ms. */
const recheckEveryMs = 10_000

/** What the services of a process take, by its server. */
const takings = new WeakMap<FastifyInstance, Taking[]>()

/**
 * Takes files at the signed addresses of this storage, if they are on this host: of the size and type that were signed,
 * once, from anyone who has such an address, and from nobody else. Each service that signs addresses calls this; a
 * process without one takes no files.
 */
export function serveUploads(
  app: FastifyInstance,
  { receive, head }: Pick<Storage, 'receive' | 'head'>,
  taking: Taking,
  { idleMs, recheckMs } = { idleMs: uploadIdleSeconds * 1000, recheckMs: recheckEveryMs },
): void {
  if (!receive) return
  const others = takings.get(app)
  if (others) {
    others.push(taking)
    return
  }
  const all = [taking]
  takings.set(app, all)
  const uploads = runningUploads(app.guards.disk)
  app.addHook('onClose', async () => uploads.stop())
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is taken as it comes, and only once the signature is known to be right.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
      `${uploadPath}*`,
      { bodyLimit: maxFileBytes },
      async (request, reply) => {
        await countRead(request)
        if (app.guards.disk.isLow()) throw diskIsFull()
        const { headers } = request
        const length = headers['content-length']
        if (length === undefined) throw new HttpError(411, 'Content-Length: is needed')
        const key = request.params['*']
        const wanted = all.find(({ prefix }) => key.startsWith(prefix))
        if (!wanted) throw new HttpError(403, 'This address was not signed')
        const size = Number(length)
        const mostBytes = wanted.mostBytes ?? maxFileBytes
        if (size > mostBytes) throw new HttpError(413, `Content-Length: must be at most ${mostBytes}`)
        try {
          const { query } = request
          await receive.check({ key, query, contentType: headers['content-type'], size })
          const isAwaited = () => wanted.isAwaited(key)
          if (!(await isAwaited()) || (await head(key))) throw notAwaited()
          const options = { body: request.raw, size, idleMs, recheckMs, isAwaited }
          await withoutRequestTimeout(request, () =>
            uploads.run(key, options, (stream) => receive.store(key, { stream, size })),
          )
        } catch (error) {
          if (error instanceof NotSignedError) throw new HttpError(403, error.message)
          if (error instanceof SizeError) throw new HttpError(400, error.message)
          if (error instanceof AlreadySentError) throw notAwaited()
          throw error
        }
        await wanted.onReceived?.()
        return reply.send()
      },
    )
  })
}
