import type { IncomingMessage } from 'node:http'

/** Limits of what is read and discarded after an error response. */
const maxBytes = 32 * 1024 * 1024
const maxMs = 3000

/**
 * Reads and discards the rest of a request body; returns true if it was read to its end. The game sends its whole body
 * before it reads the response, so a response followed by closing the connection would be lost.
 */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  const { headers } = request
  const expected = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!expected || request.readableEnded) return Promise.resolve(true)
  if (request.destroyed || Number(headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(false)

  return new Promise((resolve) => {
    let read = 0
    const finish = (whole: boolean) => {
      clearTimeout(timer)
      request.off('data', count).off('end', ended).off('close', cut).off('error', cut)
      resolve(whole)
    }
    const count = (chunk: Buffer) => {
      read += chunk.length
      if (read > maxBytes) finish(false)
    }
    const ended = () => finish(true)
    const cut = () => finish(false)
    const timer = setTimeout(cut, maxMs)
    request.on('data', count).on('end', ended).on('close', cut).on('error', cut).resume()
  })
}
