import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverWholeResponses } from './whole-responses.ts'

describe('answers of Kafka', () => {
  let kafka: Socket
  let client: Socket
  let given: string[]
  let close: () => void

  beforeEach(async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    client = deliverWholeResponses(connect(address.port, '127.0.0.1'))
    given = []
    client.on('data', (bytes) => given.push(bytes.toString('latin1')))
    client.on('error', () => {})
    ;[kafka] = await once(server, 'connection')
    close = () => {
      client.destroy()
      server.close()
    }
  })
  afterEach(() => close())
  function answer(text: string): Buffer {
    const size = Buffer.alloc(4)
    size.writeInt32BE(text.length)
    return Buffer.concat([size, Buffer.from(text)])
  }
  const closed = () => new Promise<void>((done) => client.once('close', () => done()))

  it('are given on whole, however they come', async () => {
    const all = Buffer.concat([answer('one'), answer(''), answer('a longer one'), answer('last')])
    kafka.setNoDelay(true)
    for (const byte of all) await new Promise<void>((sent) => kafka.write(Buffer.of(byte), () => sent()))
    kafka.end(Buffer.concat([answer('two at'), answer('once')]))
    await closed()
    expect(given.join('')).toBe(Buffer.concat([all, answer('two at'), answer('once')]).toString('latin1'))
    for (const text of given) expect(isWhole(Buffer.from(text, 'latin1'))).toBe(true)
  })

  it('are dropped when the line is cut inside', async () => {
    kafka.end(Buffer.concat([answer('whole'), answer('cut inside').subarray(0, 9)]))
    await closed()
    expect(given.join('')).toBe(answer('whole').toString('latin1'))
  })

  it('end a connection to something else', async () => {
    kafka.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    await closed()
    expect(given).toEqual([])
  })
})

function isWhole(bytes: Buffer): boolean {
  if (bytes.length === 0) return true
  return bytes.length >= 4 && isWhole(bytes.subarray(4 + bytes.readInt32BE(0)))
}
