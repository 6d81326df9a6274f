import type { IncomingMessage } from 'node:http'

/** We read on past a refusal, and throw away, at most so much. */
const mostBytes = 32 * 1024 * 1024
const mostMs = 3000

/**
 * Reads what is left of a body that nobody wants, without keeping it; true when it was read to its end. An answer that
 * is sent while the client is still sending would be lost with the connection: the game sends its whole body before it
 * reads, and would see no answer at all.
 */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  const { headers } = request
  const expected = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!expected || request.readableEnded) return Promise.resolve(true)
  if (request.destroyed || Number(headers['content-length'] ?? 0) > mostBytes) return Promise.resolve(false)

  return new Promise((resolve) => {
    let read = 0
    const finish = (whole: boolean) => {
      clearTimeout(timer)
      request.off('data', count).off('end', ended).off('close', cut).off('error', cut)
      resolve(whole)
    }
    const count = (chunk: Buffer) => {
      read += chunk.length
      if (read > mostBytes) finish(false)
    }
    const ended = () => finish(true)
    const cut = () => finish(false)
    const timer = setTimeout(cut, mostMs)
    request.on('data', count).on('end', ended).on('close', cut).on('error', cut).resume()
  })
}
