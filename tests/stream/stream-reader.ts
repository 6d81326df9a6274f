import { get, type IncomingMessage } from 'node:http'
import {
  type StreamMessage,
  type StreamMessageName,
  streamMessages,
} from '@stepledger/contracts/stream/messages.ts'
import { vi } from 'vitest'

/** A message as it came: `data` fits what the contract says of its name. */
export interface HeardMessage {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** A reader of the event stream, as a tool would be that knows nothing of us but the format (HTML standard, 9.2.6). */
export interface StreamReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** All that came so far, read as text: comments and `retry` too. */
  said(): string
  messages(): HeardMessage[]
  /** Those of one name. */
  received<Name extends StreamMessageName>(name: Name): StreamMessage<Name>[]
  /** Resolves when `count` messages of a name are there. */
  hears(name: StreamMessageName, count?: number): Promise<void>
  /** Of the last message that came. */
  lastId(): string
  stopReading(): void
  readAgain(): void
  /** Whether the stream ended as it should, once it has: false when the connection was cut. */
  readonly ended: Promise<boolean>
  leave(): void
}

export interface ReaderOptions {
  readonly after?: string
  readonly lastEventId?: string
  /** From which address it comes, where the server believes it. */
  readonly from?: string
}

const path = '/api/events/stream'

export async function readStream(
  url: string,
  { after, lastEventId, from }: ReaderOptions = {},
): Promise<StreamReader> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
  }
  const { request, answer } = await new Promise<{ request: ReturnType<typeof get>; answer: IncomingMessage }>(
    (resolve, reject) => {
      const asked = get(`${url}${path}${query}`, { headers, agent: false }, (given) =>
        resolve({ request: asked, answer: given }),
      )
      asked.once('error', reject)
    },
  )
  const got: string[] = []
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => got.push(text))
  answer.on('error', () => {})
  request.on('error', () => {})
  const ended = new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete)))
  const said = () => got.join('')
  const reader: StreamReader = {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    said,
    messages: () => messagesIn(said()),
    received: (name) =>
      reader
        .messages()
        .filter((message) => message.name === name)
        .map(({ text }) => read(name, text)),
    async hears(name, count = 1) {
      const enough = () => said().split(`\nevent: ${name}\n`).length > count && said().endsWith('\n\n')
      await vi.waitUntil(enough, { timeout: 30_000, interval: 20 })
    },
    lastId: () => reader.messages().at(-1)?.id ?? '',
    stopReading: () => void answer.pause(),
    readAgain: () => void answer.resume(),
    ended,
    leave: () => void request.destroy(),
  }
  return reader
}

function read<Name extends StreamMessageName>(name: Name, text: string): StreamMessage<Name>
function read(name: StreamMessageName, text: string): StreamMessage {
  return streamMessages[name].strict().parse(JSON.parse(text))
}

function messagesIn(said: string): HeardMessage[] {
  return said
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const at = line.indexOf(':')
          return [line.slice(0, at), line.slice(at + 1).trimStart()]
        }),
      )
      const [id, name, text] = ['id', 'event', 'data'].map((field) => fields.get(field))
      return id !== undefined && name !== undefined && text !== undefined ? [{ id, name, text }] : []
    })
}
