import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openRaw } from '../../../tests/live/raw-socket.ts'
import { maxBufferedBytes, sendBuffer } from './send-buffer.ts'

/** A send buffer to a reader over a real TCP connection. Scheduled tasks run when `takeTurn` is called. */
async function prepare() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const [{ socket, tcpSocket }, reader] = await Promise.all([connectionOf(server), openRaw(address.port)])
  onTestFinished(() => {
    socket.terminate()
    reader.line.destroy()
    server.close()
  })
  const due = new Set<() => void>()
  const unsent: number[] = []
  let sent = 0
  const box = sendBuffer({
    socket,
    tcpSocket,
    schedule: (task) => due.add(task),
    onSent: (messages) => {
      sent += messages
    },
    onFull: (messages) => unsent.push(messages),
  })
  const takeTurn = () => {
    const tasks = [...due]
    due.clear()
    for (const task of tasks) task()
  }
  return { socket, reader, box, takeTurn, unsent, sent: () => sent }
}

const connectionOf = (server: WebSocketServer) =>
  new Promise<{ socket: WebSocket; tcpSocket: Socket }>((resolve) => {
    server.once('connection', (socket, request) => resolve({ socket, tcpSocket: request.socket }))
  })

const kilobyte = Buffer.alloc(1024, 'x')

describe('the send buffer of one reader', () => {
  it('sends its messages in order, in one write, when its task runs', async () => {
    const { reader, box, takeTurn, sent } = await prepare()
    for (const text of ['one', 'two', 'three']) box.send(Buffer.from(text))
    expect(sent()).toBe(0)
    takeTurn()
    expect(sent()).toBe(3)
    await reader.heard('\x81\x03one\x81\x03two\x81\x05three')
  })

  it('does not overflow while the socket accepts data, however much is waiting for its task', async () => {
    const { box, unsent, reader, takeTurn } = await prepare()
    for (let n = 0; n < (maxBufferedBytes / 1024) * 2; n++) box.send(kilobyte)
    box.send(Buffer.from('last'))
    takeTurn()
    await reader.heard('last')
    expect(unsent).toEqual([])
  })

  it('has one write in flight to a stalled reader, and buffers the rest up to the limit', async () => {
    const { socket, reader, box, takeTurn, unsent, sent } = await prepare()
    reader.stopReading()
    // Until the buffers of the kernel are full.
    while (socket.bufferedAmount === 0) {
      for (let n = 0; n < 16; n++) box.send(kilobyte)
      takeTurn()
      await turn()
    }
    const [inFlight, before] = [socket.bufferedAmount, sent()]
    expect(inFlight).toBeLessThanOrEqual(maxBufferedBytes)
    const capacity = Math.floor((maxBufferedBytes - inFlight) / kilobyte.length)
    for (let n = 0; n < capacity; n++) {
      box.send(kilobyte)
      takeTurn()
    }
    expect([socket.bufferedAmount, sent(), unsent]).toEqual([inFlight, before, []])
    box.send(kilobyte)
    expect([socket.bufferedAmount, sent(), unsent]).toEqual([inFlight, before, [capacity + 1]])
  })
})
