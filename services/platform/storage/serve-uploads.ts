import type { FastifyInstance } from 'fastify'
import { countRead } from '../http/count-read.ts'
import { diskIsFull, Refusal } from '../http/refusal.ts'
import { uploadPath } from './signed-upload.ts'
import { NotSignedError, SizeError, type Storage } from './storage.ts'
import { maxFileBytes } from './storage-key.ts'

/** Which files a service takes. */
export interface Taking {
  /** Their keys begin so. */
  readonly prefix: string
  /** Bytes of the largest; by default as large as any that is kept. */
  readonly mostBytes?: number
  /** After one has arrived. */
  readonly onReceived?: () => Promise<void>
}

/** What the services of a process take, by its server. */
const takings = new WeakMap<FastifyInstance, Taking[]>()

/**
 * Takes files at the signed addresses of this storage, if they are on this host: of the size and type that were signed,
 * from anyone who has such an address, and from nobody else. Each service that signs addresses calls this; a process
 * without one takes no files.
 */
export function serveUploads(
  app: FastifyInstance,
  { receive }: Pick<Storage, 'receive'>,
  taking: Taking,
): void {
  if (!receive) return
  const others = takings.get(app)
  if (others) {
    others.push(taking)
    return
  }
  const all = [taking]
  takings.set(app, all)
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
        if (length === undefined) throw new Refusal(411, 'Content-Length: is needed')
        const key = request.params['*']
        const wanted = all.find(({ prefix }) => key.startsWith(prefix))
        if (!wanted) throw new Refusal(403, 'This address was not signed')
        const size = Number(length)
        if (size > (wanted.mostBytes ?? maxFileBytes))
          throw new Refusal(413, `Content-Length: must be at most ${wanted.mostBytes}`)
        try {
          await receive({
            key,
            query: request.query,
            contentType: headers['content-type'],
            size,
            stream: request.raw,
          })
        } catch (error) {
          if (error instanceof NotSignedError) throw new Refusal(403, error.message)
          if (error instanceof SizeError) throw new Refusal(400, error.message)
          throw error
        }
        await wanted.onReceived?.()
        return reply.send()
      },
    )
  })
}
