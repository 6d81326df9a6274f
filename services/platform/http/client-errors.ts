import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

const exempt = new WeakSet<Socket>()

/**
 * Runs `work` without the request timeout of the server, which bounds the time until a body is complete. `work` needs a
 * timeout of its own.
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

/** Answers what is no complete HTTP request, and closes its connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  const { code } = error
  // Node reports a request once: one that is exempt then is not checked again.
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
