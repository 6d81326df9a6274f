import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time to drain in-flight requests, ms. Less than half of the time for the shutdown of the process. */
const drainTimeoutMs = 2000

/**
 * Interval for closing idle connections, ms. Node closes them only once, when it stops listening; a connection whose
 * last request ends later would stay open.
 */
const sweepMs = 20

/**
 * Graceful shutdown of `app.close()`: accepts no new connections, drains in-flight requests, closes connections as they
 * become idle, and after two seconds closes all that are left.
 */
export function closeGracefully(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  let sweep: NodeJS.Timeout | undefined
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => closeIdle(app, sockets), sweepMs)
    cut = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    clearTimeout(cut)
    done()
  })
}

/** Browsers preconnect, and Node does not consider a connection idle before its first request. */
function closeIdle(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  app.server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
