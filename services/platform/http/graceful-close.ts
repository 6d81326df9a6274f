import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Requests at hand have so long to finish; then their connections are cut. Less than half of what the whole process has
 * to end.
 */
const patienceMs = 2000

/**
 * Node closes idle connections once, when it stops listening; one whose last request ends later would stay open until
 * its client leaves.
 */
const sweepMs = 20

/**
 * Makes `app.close()` graceful: no new connections, requests at hand finish, connections close as they fall idle, and
 * whatever is left after `patience` milliseconds is cut.
 */
export function closeGracefully(app: FastifyInstance, patience = patienceMs): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  let sweep: NodeJS.Timeout | undefined
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => closeIdle(app, sockets), sweepMs)
    cut = setTimeout(() => app.server.closeAllConnections(), patience)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    clearTimeout(cut)
    done()
  })
}

/** Browsers open connections ahead of need: Node does not count one as idle before its first request. */
function closeIdle(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  app.server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
