import { request as httpRequest, type IncomingMessage } from 'node:http'

/** What the game's script is told of an answer; nothing of it is there in a blocked request. */
export interface GameAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly error?: string
  readonly errorMessage?: string
}

interface Asked {
  readonly id: number
  readonly method: string
  readonly url: string
  readonly headers: string
  readonly body: string
  readonly connectTimeout: number
  readonly transferTimeout: number
}

const failed = (statusCode: number, error: string): GameAnswer => ({
  statusCode,
  headers: {},
  body: '',
  error: `HttpErrorCode_${error}`,
  errorMessage: error,
})

/**
 * The network of the game: one request at a time, a connection each, for everybody who asks. Its errors as measured in
 * the running game: there is no `Timeout`, a server that is too slow looks like one that hung up. `scale`: real seconds
 * of one second of the game's timeouts. `act` is told before a request goes out, and says whether it does.
 */
export function gameNetwork(
  deliver: (id: number, answer: GameAnswer) => void,
  act: (operation: string) => boolean,
  scale: () => number,
) {
  const queue: Asked[] = []
  let running: { asked: Asked; abort: () => void } | null = null
  let ids = 0
  let over = false

  const next = () => {
    if (over || running) return
    const asked = queue.shift()
    if (!asked) return
    if (!act(`send ${asked.method} ${new URL(asked.url).pathname}`)) return
    const abort = new AbortController()
    running = { asked, abort: () => abort.abort() }
    exchange(asked, abort.signal, scale()).then((answer) => {
      running = null
      if (!over) deliver(asked.id, answer)
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
    /** The game ends: what runs is cut, and its caller told so; what waits vanishes without a word. */
    quit() {
      over = true
      queue.length = 0
      if (running) {
        deliver(running.asked.id, failed(0, 'CannotReadStatusLine'))
        running.abort()
      }
    },
    kill() {
      over = true
      queue.length = 0
      running?.abort()
    },
  }
}

/** Redirects are followed five times, with method, body and key. */
async function exchange(asked: Asked, signal: AbortSignal, scale: number): Promise<GameAnswer> {
  let { url } = asked
  for (let hop = 0; hop <= 5; hop++) {
    const answer = await exchangeOnce({ ...asked, url }, signal, scale)
    if (answer.error !== undefined || answer.statusCode < 300 || answer.statusCode > 399) return answer
    const location = answer.headers.Location ?? answer.headers.location
    if (location === undefined) return { ...failed(answer.statusCode, 'MissingLocation') }
    if (!URL.canParse(location)) return failed(0, 'UrlMalformed')
    url = location
  }
  return failed(0, 'TooManyRedirects')
}

function exchangeOnce(asked: Asked, signal: AbortSignal, scale: number): Promise<GameAnswer> {
  const { method, body, connectTimeout, transferTimeout } = asked
  const url = new URL(asked.url)
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
        ...Object.fromEntries(asked.headers.split('\n').flatMap(headerOf)),
        ...(method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    })
    let connected = false
    const timer = setTimeout(() => end(failed(0, 'CannotReadStatusLine')), transferTimeout * scale * 1000)
    const connecting = setTimeout(
      () => connected || end(failed(0, 'CannotConnect')),
      connectTimeout * scale * 1000,
    )
    const end = (answer: GameAnswer) => {
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
 * The body of an answer that the game can read; a body that was cut off keeps the real status, and is waited for until
 * the timeout.
 */
async function read(response: IncomingMessage, timeoutMs: number): Promise<GameAnswer> {
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
