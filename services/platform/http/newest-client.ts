import { newestClient, newestClientHeader } from '@stepledger/contracts/game-client/client.ts'
import type { FastifyInstance } from 'fastify'

/** Sends the newest version of the module to the game with every response, including errors. */
export function sendNewestClientHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/v1/')) reply.header(newestClientHeader, newestClient)
    done()
  })
}
