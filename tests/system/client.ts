import { type SubmitAnswer, submitAnswer } from '@stepledger/contracts/http/game.ts'
import { authAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { z } from 'zod'

/** A registered player with an API key. */
export interface Player {
  readonly id: string
  readonly alias: string
  readonly token: string
  readonly key: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Calls the server; a body is sent as JSON. */
export async function call(
  url: string,
  options: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = options.body === undefined ? 'GET' : 'POST', token, body, headers } = options
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isText = response.headers.get('content-type')?.startsWith('text/') ?? false
  const read = (): unknown => (isText ? text : JSON.parse(text))
  return { status: response.status, headers: response.headers, body: text === '' ? null : read() }
}

/** Registers a player and creates an API key, as the web app does. */
export async function newPlayer(url: string, alias: string): Promise<Player> {
  const registered = await call(`${url}/api/register`, {
    body: { email: `${alias}@example.com`, alias, password: 'correct horse' },
  })
  if (registered.status !== 200) throw new Error(`register: ${JSON.stringify(registered.body)}`)
  const { token, user } = authAnswer.parse(registered.body)
  const made = await call(`${url}/api/api-keys`, { token, body: {} })
  const { key } = z.object({ key: z.string() }).parse(made.body)
  return { id: user.id, alias, token, key }
}

/** Submits a play as the game does. Throws when it is not stored. */
export async function submit(
  url: string,
  player: Pick<Player, 'key'>,
  body: { readonly hash: string; readonly [field: string]: unknown },
  headers: Record<string, string> = {},
): Promise<SubmitAnswer> {
  const answer = await call(`${url}/v1/chart/${body.hash}/play`, { token: player.key, body, headers })
  if (answer.status !== 200) throw new Error(`submit: ${answer.status} ${JSON.stringify(answer.body)}`)
  return submitAnswer.parse(answer.body)
}

/**
 * Submits a play until the answer has its ranks: a busy system answers before it is folded. The first answer may be of
 * the play itself, later ones are of a duplicate.
 */
export async function submitUntilRanked(...play: Parameters<typeof submit>): Promise<SubmitAnswer> {
  for (let attempt = 1; attempt <= 100; attempt++) {
    const answer = await submit(...play)
    if (answer.boards.every(({ rank }) => rank !== undefined)) return answer
  }
  throw new Error('the play was not folded, or is not ranked')
}
