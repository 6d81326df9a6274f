import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Pipelined requests of a connection that are handled at the same time. */
export const maxAtOnce = 2

/** Further ones that may wait: more than three chunks of 64 KiB hold, the most that Node reads before it pauses. */
const maxWaiting = 10_000

/**
 * Limits how many pipelined requests of a connection are handled at once; until the others are answered, nothing more is
 * read from it. Node parses a chunk of thousands of requests in one go, and would also handle them before anybody else's.
 * Each waiting request begins in a turn of the event loop of its own.
 */
export function limitPipelining(handle: Handle): Handle {
  const connections = new WeakMap<Socket, Connection>()

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? newConnection(socket)
    connections.set(socket, connection)
    const { waiting } = connection

    const begin = (request: IncomingMessage, response: ServerResponse) => {
      response.once('close', onAnswered)
      handle(request, response)
    }
    const onAnswered = () => {
      const next = socket.destroyed ? undefined : waiting.shift()
      if (next) return void setImmediate(begin, ...next)
      connection.running -= 1
      if (socket.isPaused()) socket.resume()
    }

    if (connection.running < maxAtOnce) {
      connection.running += 1
      begin(request, response)
    } else if (waiting.push([request, response]) > maxWaiting) socket.destroy()
    else socket.pause()
  }
}

interface Connection {
  /** Number of requests that are being handled. */
  running: number
  readonly waiting: [IncomingMessage, ServerResponse][]
}

function newConnection(socket: Socket): Connection {
  const connection: Connection = { running: 0, waiting: [] }
  // Node resumes a connection after each request that it has parsed.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause()
  })
  return connection
}
