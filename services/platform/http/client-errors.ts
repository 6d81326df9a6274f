import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

const exempt = new WeakSet<Socket>()

/**
 * Runs `work` without the server's request timeout, which limits the time to receive a body. `work` needs its own
 * timeout.
 */
export async function withoutRequestTimeout<T>(
  { raw: { socket } }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  exempt.add(socket)
  try {
    return await work()
  } finally {
    exempt.delete(socket)
  }
}

/** Responds to a malformed or incomplete HTTP request, and closes its connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  const { code } = error
  // Node reports the timeout of a request only once, so an exempt request is not checked again.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && exempt.has(socket)) return
  if (code === 'ECONNRESET' || socket.destroyed) return
  const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify({ error: STATUS_CODES[status] })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}
