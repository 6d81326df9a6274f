import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '../../../scripts/services/own-port.ts'

/** What happens to a request instead of being forwarded and answered. */
export type Fault =
  /** The connection is closed. */
  | { readonly kind: 'refuse' }
  /** The server handles the request; its response is dropped, and the connection stays open. */
  | { readonly kind: 'drop-response' }
  /** The server handles the request; the response ends in the middle of its body. */
  | { readonly kind: 'truncate' }
  /** The request is forwarded again until the body of the response is as wanted. */
  | { readonly kind: 'repeat'; readonly until: (body: string) => boolean }
  /** The request is forwarded when `until` resolves. */
  | { readonly kind: 'delay'; readonly until: Promise<void> }
  /** The proxy responds itself; the server does not get the request. */
  | {
      readonly kind: 'respond'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }

/**
 * A proxy between the game and the server that injects faults: the next `times` requests whose path contains `path` get
 * the fault. All others are forwarded.
 */
export async function faultyProxy(serverUrl: string) {
  let target = new URL(serverUrl)
  let faults: { fault: Fault; times: number; path: string }[] = []
  const requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const path = request.url ?? '/'
    requests.push({ method: request.method ?? 'GET', path, headers: request.headers, body: body.toString() })
    const found = faults.find((one) => one.times > 0 && path.includes(one.path))
    if (found) found.times--
    const fault = found?.fault
    if (fault?.kind === 'refuse') return void request.socket.destroy()
    if (fault?.kind === 'delay') await fault.until
    if (fault?.kind === 'respond') {
      const text = fault.body ?? JSON.stringify({ error: `made up: ${fault.status}` })
      response.writeHead(fault.status, { 'content-length': Buffer.byteLength(text), ...fault.headers })
      return void response.end(text)
    }
    const send = () => {
      const forward = httpRequest(
        { host: target.hostname, port: target.port, path, method: request.method, headers: request.headers },
        onAnswer,
      )
      forward.on('error', () => request.socket.destroy())
      forward.end(body)
    }
    const onAnswer = async (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const whole = Buffer.concat(chunks)
      if (fault?.kind === 'repeat' && !fault.until(whole.toString())) return send()
      if (fault?.kind === 'drop-response') return
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault?.kind === 'truncate') return void response.write(whole.subarray(0, whole.length / 2))
      response.end(whole)
    }
    send()
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** All requests so far, in order. */
    requests,
    /** Requests that submit a single play. */
    submissions: () => requests.filter(({ path }) => path.endsWith('/play')),
    inject(fault: Fault, options: { times?: number; path?: string } = {}) {
      faults.push({ fault, times: options.times ?? Number.POSITIVE_INFINITY, path: options.path ?? '' })
    },
    /** From now on requests go to this server. */
    forwardTo(url: string) {
      target = new URL(url)
    },
    clearFaults() {
      faults = []
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
