import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverWholeResponses } from './sockets.ts'

describe('responses of Kafka', () => {
  let kafka: Socket
  let client: Socket
  let delivered: string[]
  let close: () => void

  beforeEach(async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    client = deliverWholeResponses(connect(address.port, '127.0.0.1'))
    delivered = []
    client.on('data', (bytes) => delivered.push(bytes.toString('latin1')))
    client.on('error', () => {})
    ;[kafka] = await once(server, 'connection')
    close = () => {
      client.destroy()
      server.close()
    }
  })
  afterEach(() => close())
  function response(text: string): Buffer {
    const size = Buffer.alloc(4)
    size.writeInt32BE(text.length)
    return Buffer.concat([size, Buffer.from(text)])
  }
  const closed = () => new Promise<void>((done) => client.once('close', () => done()))

  it('are delivered complete, however they are fragmented', async () => {
    const all = Buffer.concat([response('one'), response(''), response('a longer one'), response('last')])
    kafka.setNoDelay(true)
    for (const byte of all) await new Promise<void>((sent) => kafka.write(Buffer.of(byte), () => sent()))
    kafka.end(Buffer.concat([response('two at'), response('once')]))
    await closed()
    expect(delivered.join('')).toBe(
      Buffer.concat([all, response('two at'), response('once')]).toString('latin1'),
    )
    for (const text of delivered) expect(isWhole(Buffer.from(text, 'latin1'))).toBe(true)
  })

  it('are dropped when the connection is lost halfway', async () => {
    kafka.end(Buffer.concat([response('whole'), response('cut inside').subarray(0, 9)]))
    await closed()
    expect(delivered.join('')).toBe(response('whole').toString('latin1'))
  })

  it('close the connection if the server is not Kafka', async () => {
    kafka.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    await closed()
    expect(delivered).toEqual([])
  })
})

function isWhole(bytes: Buffer): boolean {
  if (bytes.length === 0) return true
  return bytes.length >= 4 && isWhole(bytes.subarray(4 + bytes.readInt32BE(0)))
}
