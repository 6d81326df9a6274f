import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClientMessage } from '@stepledger/contracts/push/messages.ts'

/** A websocket on a plain TCP connection: sends invalid frames, and can stop reading. */
export interface RawSocket {
  readonly line: Socket
  /** Resolves when the server has closed the connection: to its close code, or null without a close frame. */
  readonly closed: Promise<number | null>
  send(frame: Buffer): void
  say(message: ClientMessage): void
  /** Resolves when a text that contains `part` has arrived. */
  heard(part: string): Promise<void>
  /** Stops reading: data piles up in the kernel's buffers, then in the server. */
  stopReading(): void
}

const opcode = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9 } as const

export interface Frame {
  readonly kind?: keyof typeof opcode | 'continuation'
  readonly last?: boolean
  readonly masked?: boolean
}

/** A frame from a client. */
export function frame(payload: string | Buffer, { kind = 'text', last = true, masked = true }: Frame = {}) {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(bytes.length > 125 ? 4 : 2)
  head[0] = (last ? 0x80 : 0) | (kind === 'continuation' ? 0 : opcode[kind])
  head[1] = (masked ? 0x80 : 0) | (bytes.length > 125 ? 126 : bytes.length)
  if (bytes.length > 125) head.writeUInt16BE(bytes.length, 2)
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), bytes])
}

/** Completes the handshake at `/live`. Answers neither close frames nor pings. */
export async function openRaw(port: number): Promise<RawSocket> {
  const line = connect(port, '127.0.0.1')
  const got: Buffer[] = []
  line.on('data', (bytes) => got.push(bytes))
  line.on('error', () => {})
  const received = () => Buffer.concat(got).toString('latin1')
  const closed = once(line, 'close').then(() => closeCodeIn(Buffer.concat(got)))
  const heard = async (part: string) => {
    while (!received().includes(part)) {
      await Promise.race([once(line, 'data'), closed])
      if (line.destroyed && !received().includes(part))
        throw new Error(`closed without ${part}: ${received()}`)
    }
  }
  line.write(upgradeTo('/live'))
  await heard('HTTP/1.1 101')
  await heard('\r\n\r\n')
  return {
    line,
    closed,
    send: (bytes) => void line.write(bytes),
    say: (message) => void line.write(frame(JSON.stringify(message))),
    heard,
    stopReading() {
      line.pause()
    },
  }
}

/** Requests an upgrade at another path; resolves to everything that the server sends until it closes. */
export async function upgradeAt(port: number, path: string): Promise<string> {
  const line = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  line.write(upgradeTo(path))
  const received = await text(line)
  line.destroy()
  return received
}

function upgradeTo(path: string): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The code of the last frame, if that is a close frame. */
function closeCodeIn(got: Buffer): number | null {
  const frames = got.subarray(got.indexOf('\r\n\r\n') + 4)
  let at = 0
  while (at < frames.length) {
    const short = (frames[at + 1] ?? 0) & 0x7f
    const head = short === 126 ? 4 : 2
    if (((frames[at] ?? 0) & 0x0f) === opcode.close) return frames.readUInt16BE(at + head)
    at += head + (short === 126 ? frames.readUInt16BE(at + 2) : short)
  }
  return null
}
