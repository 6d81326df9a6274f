import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHealth } from '@stepledger/contracts/http/site.ts'
import { proxyTo } from '@stepledger/services/platform/ledger/testing/proxy.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { portOf } from '../../scripts/services/own-port.ts'
import { command } from './command.ts'
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
  onTestFinished(() => void server.close())
  return `127.0.0.1:${portOf(server)}`
}

/** A proxy in front of a query that answers, and of an ingest that does not. */
async function frontWithoutIngest() {
  const server = createHttpServer((request, response) => {
    if (request.url !== getHealth.path) return void response.writeHead(503).end()
    response.end(
      JSON.stringify({
        status: 'degraded',
        engine: { ledger: 'Kafka', push: 'Redis' },
        generation: 1,
        lag: 0,
        disk: 'ok',
        silent: [{ name: 'redis', product: 'Redis', silentSeconds: 80 }],
      } satisfies z.input<typeof getHealth.answer>),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${portOf(server)}`
}

describe('a command that reads the ledger', () => {
  it('names a Kafka that refuses connections, and one that hangs', async () => {
    const hung = await silentServer()
    const of = (host: string) => ledger.run('events', { env: { LEDGER_URL: `kafka://${host}/x` } })
    const outcomes = await Promise.all(['127.0.0.1:1', hung].map(of))
    expect(outcomes).toMatchObject([
      {
        code: 3,
        out: [],
        err: expect.stringMatching(/^Kafka at 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*$/),
      },
      {
        code: 3,
        out: [],
        err: expect.stringMatching(`^Kafka at ${hung} does not answer: connecting took more than \\d+ ms$`),
      },
    ])
  })
})

describe('a command that changes plays', () => {
  it('gives up as well', async () => {
    const outcome = await ledger.run('wipe --play 1 --yes', { env: { LEDGER_URL: 'kafka://127.0.0.1:1/x' } })
    expect(outcome).toMatchObject({
      code: 3,
      out: [],
      err: expect.stringMatching(/^Kafka at 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*$/),
    })
  })
})

describe('ledger status and ledger doctor', () => {
  it('name a Postgres that hangs, and what could not be checked', async () => {
    const line = await proxyTo(ledger.given.url)
    onTestFinished(() => line.close())
    line.stall()
    const [status, doctor] = await Promise.all([
      command(line.url, ['status']),
      command(line.url, ['doctor', '--json']),
    ])
    const sentence =
      /^Postgres at \S+ does not answer: it accepts connections, and answered nothing within 1\.5 s/
    expect(status).toMatchObject({ code: 3, err: expect.stringMatching(sentence) })
    expect(doctor.json()).toMatchObject({
      findings: [{ subject: 'database', what: expect.stringMatching(sentence) }],
      unchecked: expect.arrayContaining([{ subject: 'folding', reason: 'needs the database' }]),
    })
  })

  it('ask the server at PUBLIC_URL for Redis and for ingest', async () => {
    const env = { PUBLIC_URL: await frontWithoutIngest() }
    const { out } = await ledger.run('status', { env })
    expect(out.join('\n')).toMatch(
      /Server +answers at http:\S+\nRedis +has not answered for 80 s\nIngest +does not/,
    )
    expect((await ledger.run('doctor --json', { env })).json()).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ subject: 'server', what: expect.stringContaining('its ingest does not') }),
      ]),
    })
    const elsewhere = await ledger.run('doctor --json', { env: { PUBLIC_URL: 'http://127.0.0.1:1' } })
    expect(elsewhere.json()).toMatchObject({
      unchecked: expect.arrayContaining([
        { subject: 'server', reason: 'no server answers at http://127.0.0.1:1 (PUBLIC_URL) from here' },
      ]),
    })
  })

  it('and ledger dump say that the files of a bucket are left out without STORAGE_URL', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1' }
    expect((await ledger.run('doctor --json', { env })).json()).toMatchObject({
      unchecked: expect.arrayContaining([
        { subject: 'storage', reason: expect.stringContaining('STORAGE_URL is not set here') },
      ]),
    })
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-dump-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { code, err } = await ledger.run(`dump ${folder}`, { env })
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('STORAGE_URL is not set: the dump has the files in'),
    })
  })
})
