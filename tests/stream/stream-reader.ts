import { get, type IncomingMessage } from 'node:http'
import { type StreamMessage, type StreamMessageName, streamMessages } from '@stepledger/contracts/stream.ts'
import { vi } from 'vitest'

/** A received message: `data` matches the contract of `name`. */
interface ReceivedMessage {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** A generic client of the event stream (HTML standard, 9.2.6). */
export interface StreamReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The raw text so far, with comments and `retry`. */
  said(): string
  messages(): ReceivedMessage[]
  /** The messages of one name. */
  received<Name extends StreamMessageName>(name: Name): StreamMessage<Name>[]
  /** Resolves once `count` messages of a name have arrived. */
  hears(name: StreamMessageName, count?: number): Promise<void>
  /** The id of the last message. */
  lastId(): string
  stopReading(): void
  readAgain(): void
  /** Resolves at the end of the stream: true if it ended properly, false if the connection was cut. */
  readonly ended: Promise<boolean>
  leave(): void
}

export interface ReaderOptions {
  readonly after?: string
  readonly lastEventId?: string
  /** Client address, in a header that the server trusts. */
  readonly from?: string
  /** Disconnects the client. */
  readonly signal?: AbortSignal
}

const path = '/api/events/stream'

export async function readStream(
  url: string,
  { after, lastEventId, from, signal }: ReaderOptions = {},
): Promise<StreamReader> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
  }
  const { request, answer } = await new Promise<{ request: ReturnType<typeof get>; answer: IncomingMessage }>(
    (resolve, reject) => {
      const asked = get(
        `${url}${path}${query}`,
        { headers, agent: false, ...(signal && { signal }) },
        (given) => resolve({ request: asked, answer: given }),
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
      await vi.waitUntil(enough, { timeout: 90_000, interval: 20 })
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

function messagesIn(said: string): ReceivedMessage[] {
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
