import type { FastifyInstance } from 'fastify'
import { countRead } from '../http/count-read.ts'
import { diskIsFull, Refusal } from '../http/refusal.ts'
import { uploadPath } from './signed-upload.ts'
import { NotSignedError, SizeError, type Storage } from './storage.ts'
import { maxFileBytes } from './storage-key.ts'

/**
 * Takes files at the signed addresses of this storage, if they are on this host: of the size and type that were signed, from anyone who has such
 * an address, and from nobody else. A service that signs addresses calls this; a process without one takes no files.
 */
export function serveUploads(app: FastifyInstance, { receive }: Pick<Storage, 'receive'>): void {
  if (!receive) return
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
        try {
          await receive({
            key: request.params['*'],
            query: request.query,
            contentType: headers['content-type'],
            size: Number(length),
            stream: request.raw,
          })
        } catch (error) {
          if (error instanceof NotSignedError) throw new Refusal(403, error.message)
          if (error instanceof SizeError) throw new Refusal(400, error.message)
          throw error
        }
        return reply.send()
      },
    )
  })
}
