import fastifyStatic from '@fastify/static'
import { downloadFolder, newestClient } from '@stepledger/contracts/game-client/client.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the files of `dir`: the downloads that players install into the game, and their checksums. Browsers save zips
 * under a name with the version, which is the name in the checksums.
 */
export async function serveDownloads(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dir,
    prefix: `${downloadFolder}/`,
    decorateReply: false,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', 'no-cache')
      const [, name] = /([^/\\]+)\.zip$/.exec(path) ?? []
      if (name) reply.header('content-disposition', `attachment; filename="${name}-${newestClient}.zip"`)
      if (path.endsWith('SHA256SUMS')) reply.type('text/plain; charset=utf-8')
    },
  })
}
