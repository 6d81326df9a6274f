import { request as httpRequest, type IncomingMessage } from 'node:http'

/** A response as a Lua script gets it. Not used for blocked requests. */
export interface GameResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly error?: string
  readonly errorMessage?: string
}

interface GameRequest {
  readonly id: number
  readonly method: string
  readonly url: string
  readonly headers: string
  readonly body: string
  readonly connectTimeout: number
  readonly transferTimeout: number
}

const failed = (statusCode: number, error: string): GameResponse => ({
  statusCode,
  headers: {},
  body: '',
  error: `HttpErrorCode_${error}`,
  errorMessage: error,
})

/**
 * The network of the game: one queue for all requests, a connection for each. Errors are as measured in the running
 * game: there is no `Timeout`, and a server that is too slow looks like one that closed the connection. `scale`: real
 * seconds per second of the game's timeouts. `permit` is called before each request; if it returns false, the request
 * is not sent.
 */
export function gameNetwork(
  deliver: (id: number, response: GameResponse) => void,
  permit: (operation: string) => boolean,
  scale: () => number,
) {
  const queue: GameRequest[] = []
  let running: { request: GameRequest; abort: () => void } | null = null
  let ids = 0
  let ended = false

  const next = () => {
    if (ended || running) return
    const current = queue.shift()
    if (!current) return
    if (!permit(`send ${current.method} ${new URL(current.url).pathname}`)) return
    const abort = new AbortController()
    running = { request: current, abort: () => abort.abort() }
    exchange(current, abort.signal, scale()).then((answer) => {
      running = null
      if (!ended) deliver(current.id, answer)
      next()
    })
  }

  return {
    busy: () => running !== null,
    functions: {
      hostSend(
        method: string,
        url: string,
        headers: string,
        body: string,
        connectTimeout: number,
        transferTimeout: number,
      ): number {
        queue.push({ id: ++ids, method, url, headers, body, connectTimeout, transferTimeout })
        next()
        return ids
      },
    },
    /** The game ends: the running request fails, and queued ones vanish without a callback. */
    quit() {
      ended = true
      queue.length = 0
      if (running) {
        deliver(running.request.id, failed(0, 'CannotReadStatusLine'))
        running.abort()
      }
    },
    kill() {
      ended = true
      queue.length = 0
      running?.abort()
    },
  }
}

/** Follows up to five redirects, with method, body and key. */
async function exchange(current: GameRequest, signal: AbortSignal, scale: number): Promise<GameResponse> {
  let { url } = current
  for (let hop = 0; hop <= 5; hop++) {
    const answer = await exchangeOnce({ ...current, url }, signal, scale)
    if (answer.error !== undefined || answer.statusCode < 300 || answer.statusCode > 399) return answer
    const location = answer.headers.Location ?? answer.headers.location
    if (location === undefined) return { ...failed(answer.statusCode, 'MissingLocation') }
    if (!URL.canParse(location)) return failed(0, 'UrlMalformed')
    url = location
  }
  return failed(0, 'TooManyRedirects')
}

function exchangeOnce(current: GameRequest, signal: AbortSignal, scale: number): Promise<GameResponse> {
  const { method, body, connectTimeout, transferTimeout } = current
  const url = new URL(current.url)
  return new Promise((resolve) => {
    const request = httpRequest(url, {
      method,
      agent: false,
      signal,
      headers: {
        'User-Agent': 'ITGmania/0.9.0',
        'Accept-Encoding': 'gzip',
        Accept: '*/*',
        Origin: `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
        ...Object.fromEntries(current.headers.split('\n').flatMap(headerOf)),
        ...(method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    })
    let connected = false
    const timer = setTimeout(() => end(failed(0, 'CannotReadStatusLine')), transferTimeout * scale * 1000)
    const connecting = setTimeout(
      () => connected || end(failed(0, 'CannotConnect')),
      connectTimeout * scale * 1000,
    )
    const end = (answer: GameResponse) => {
      clearTimeout(timer)
      clearTimeout(connecting)
      resolve(answer)
      request.destroy()
    }
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
      }),
    )
    request.on('error', () => end(failed(0, connected ? 'CannotReadStatusLine' : 'CannotConnect')))
    request.on('response', (response) => {
      clearTimeout(timer)
      read(response, transferTimeout * scale * 1000).then(end)
    })
    request.end(method === 'GET' ? undefined : body)
  })
}

function headerOf(line: string): [string, string][] {
  const [, name, value] = /^([^:]+): (.*)$/.exec(line) ?? []
  return name !== undefined && value !== undefined ? [[name, value]] : []
}

/**
 * Reads a response as the game does. A truncated body keeps the real status, and fails only at the timeout.
 */
async function read(response: IncomingMessage, timeoutMs: number): Promise<GameResponse> {
  const statusCode = response.statusCode ?? 0
  const headers: Record<string, string> = {}
  for (let i = 0; i < response.rawHeaders.length; i += 2)
    headers[response.rawHeaders[i] ?? ''] = response.rawHeaders[i + 1] ?? ''
  if (response.httpVersion === '1.0') return failed(0, 'MissingStatus')
  const chunked = response.headers['transfer-encoding'] === 'chunked'
  const bodiless = statusCode === 204 || statusCode === 304
  if (!bodiless && !chunked && response.headers['content-length'] === undefined)
    return { ...failed(statusCode, 'CannotReadBody'), headers }
  const parts: Buffer[] = []
  const started = performance.now()
  const whole = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () => resolve(response.complete))
    response.on('error', () => resolve(false))
    response.on('close', () => {
      clearTimeout(timer)
      resolve(response.complete)
    })
  })
  if (!whole) {
    const left = timeoutMs - (performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
    return { ...failed(statusCode, 'ChunkReadError'), headers }
  }
  return { statusCode, headers, body: Buffer.concat(parts).toString() }
}
