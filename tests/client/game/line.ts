import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { portOf } from '../../../scripts/services/port-of.ts'

/** What happens to the next requests of a kind. */
export type Trouble =
  /** Nobody is there. */
  | { readonly kind: 'refuse' }
  /** The server gets it and stores it; its answer never comes. */
  | { readonly kind: 'silent' }
  /** The server gets it; of the answer comes the head and a part of the body. */
  | { readonly kind: 'cut' }
  /** The server gets it when `until` is resolved. */
  | { readonly kind: 'late'; readonly until: Promise<void> }
  /** Something in between answers, and the server gets nothing. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }

/**
 * A line between the game and the server that makes trouble when told: `times` requests whose path holds `path` meet
 * it. Everything else goes through.
 */
export async function lineTo(serverUrl: string) {
  const target = new URL(serverUrl)
  let troubles: { trouble: Trouble; times: number; path: string }[] = []
  const seen: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const path = request.url ?? '/'
    seen.push({ method: request.method ?? 'GET', path, headers: request.headers, body: body.toString() })
    const found = troubles.find((one) => one.times > 0 && path.includes(one.path))
    if (found) found.times--
    const trouble = found?.trouble
    if (trouble?.kind === 'refuse') return void request.socket.destroy()
    if (trouble?.kind === 'late') await trouble.until
    if (trouble?.kind === 'answer') {
      const text = trouble.body ?? JSON.stringify({ error: `made up: ${trouble.status}` })
      response.writeHead(trouble.status, { 'content-length': Buffer.byteLength(text), ...trouble.headers })
      return void response.end(text)
    }
    const forward = httpRequest(
      { host: target.hostname, port: target.port, path, method: request.method, headers: request.headers },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        const whole = Buffer.concat(chunks)
        if (trouble?.kind === 'silent') return
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        if (trouble?.kind === 'cut') return void response.write(whole.subarray(0, whole.length / 2))
        response.end(whole)
      },
    )
    forward.on('error', () => request.socket.destroy())
    forward.end(body)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** Requests that came, in order. */
    seen,
    trouble(trouble: Trouble, options: { times?: number; path?: string } = {}) {
      troubles.push({ trouble, times: options.times ?? Number.POSITIVE_INFINITY, path: options.path ?? '' })
    },
    clear() {
      troubles = []
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    connect: () => connect(portOf(server), '127.0.0.1'),
  }
}
