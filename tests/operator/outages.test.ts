import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../../scripts/services/port-of.ts'
import { type CommandLedger, commandLedger } from './command-ledger.ts'

let ledger: CommandLedger
beforeAll(async () => {
  ledger = await commandLedger()
})
afterAll(() => ledger.given.close())

/** A server that accepts connections and answers nothing. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: `127.0.0.1:${portOf(server)}`, close: () => server.close() }
}

describe('a command that reads the ledger', () => {
  it('names a Kafka that refuses connections, and one that hangs', async () => {
    const hung = await silentServer()
    const of = (host: string) => ledger.run('audit', { env: { LEDGER_URL: `kafka://${host}/x` } })
    const outcomes = await Promise.all(['127.0.0.1:1', hung.host].map(of))
    hung.close()
    expect(outcomes).toMatchObject([
      {
        code: 3,
        out: [],
        err: expect.stringMatching(/^Kafka at 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*$/),
      },
      {
        code: 3,
        out: [],
        err: expect.stringMatching(
          `^Kafka at ${hung.host} does not answer: connecting took more than \\d+ ms$`,
        ),
      },
    ])
  })
})
