import { once } from 'node:events'
import {
  type ClientMessage,
  type PushTopic,
  type ServerMessage,
  serverMessage,
} from '@stepledger/contracts/push/messages.ts'
import WebSocket from 'ws'

/** A websocket client like that of the web app. */
export interface Page {
  readonly socket: WebSocket
  readonly received: readonly ServerMessage[]
  /** Resolves to the close code. */
  readonly closed: Promise<number>
  send(message: ClientMessage): void
  /** Sends a message and waits for the answer: a confirmation or an error. */
  request(message: ClientMessage): Promise<ServerMessage>
  /** Closes the connection; returns the code. */
  close(): Promise<number>
}

export interface ConnectOptions {
  /** Client address that the proxy reports. */
  readonly from?: string
  readonly path?: string
}

/** Connects; rejects with the response of a server that refuses. */
export async function openPage(url: string, { from, path = '/live' }: ConnectOptions = {}): Promise<Page> {
  const headers = from === undefined ? {} : { 'x-forwarded-for': from }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers })
  const received: ServerMessage[] = []
  socket.on('message', (data) => received.push(serverMessage.parse(JSON.parse(data.toString()))))
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
    socket.once('unexpected-response', (_request, answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        reject(new UpgradeRefused(answer.statusCode ?? 0, Buffer.concat(parts).toString())),
      )
    })
  })
  socket.on('error', () => {})
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  return {
    socket,
    received: received,
    closed,
    send: send,
    async request(message) {
      const before = received.length
      send(message)
      if (received.length === before) await Promise.race([once(socket, 'message'), closed])
      const answer = received[before]
      if (!answer) throw new Error('closed without an answer')
      return answer
    },
    close() {
      socket.close()
      return closed
    },
  }
}

/** The server has refused the upgrade with another response. */
class UpgradeRefused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
    this.body = body
  }
}

export const subscribe = (...topics: PushTopic[]): ClientMessage => ({ type: 'subscribe', topics })
