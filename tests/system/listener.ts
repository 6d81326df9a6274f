import {
  type ClientMessage,
  type PushTopic,
  type ServerMessage,
  serverMessage,
} from '@stepledger/contracts/push/messages.ts'
import WebSocket from 'ws'

/** A websocket client that subscribes to topics. */
export interface Listener {
  /** Resolves to the first matching message, past or future; rejects after `patience` ms. */
  received(fits: (message: ServerMessage) => boolean): Promise<ServerMessage>
  /** All messages so far. */
  messages(): readonly ServerMessage[]
  close(): void
}

const patience = 30_000

/** Connects and subscribes; resolves once the server has confirmed. */
export async function listen(url: string, topics: readonly PushTopic[]): Promise<Listener> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`)
  const received: ServerMessage[] = []
  const waiting = new Set<(message: ServerMessage) => void>()
  socket.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse(data.toString()))
    received.push(message)
    for (const check of waiting) check(message)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const say: ClientMessage = { type: 'subscribe', topics: [...topics] }
  socket.send(JSON.stringify(say))

  const listener: Listener = {
    received(fits) {
      const known = received.find(fits)
      if (known) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          waiting.delete(check)
          reject(
            new Error(`not heard within ${patience} ms; heard ${JSON.stringify(received).slice(0, 1000)}`),
          )
        }, patience)
        const check = (message: ServerMessage) => {
          if (!fits(message)) return
          clearTimeout(timeout)
          waiting.delete(check)
          resolve(message)
        }
        waiting.add(check)
      })
    },
    messages: () => received,
    close: () => socket.close(),
  }
  await listener.received((message) => message.type === 'subscribed')
  return listener
}
