import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPort } from '../../../../scripts/services/own-port.ts'
import type { OwnServer } from '../../../../scripts/services/server-kind.ts'
import {
  isKafkaAvailable,
  ownKafka,
  postgresForTests,
  type TestService,
} from '../../../../scripts/services.ts'
import { type Server, startServer } from '../../../../tests/system/server.ts'
import type { Ledger } from '../ledger.ts'
import { type CuttableProxy, proxyTo } from '../testing/proxy.ts'
import { event, follow, textsOf } from '../testing/reading.ts'
import { kafkaAddress } from './address.ts'
import { type KafkaLedgerOptions, kafkaLedger } from './kafka-ledger.ts'

const options = { timeout: 240_000 }

describe.skipIf(!(await isKafkaAvailable()))('a subscriber without responses', options, () => {
  let broker: OwnServer
  let line: CuttableProxy
  let writer: Ledger
  let reading: Ledger
  let database: TestService
  let dataDir: string
  let server: Server | null

  beforeEach(async () => {
    database = await postgresForTests()
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-stuck-'))
    server = null
    const port = await ownPort()
    line = await proxyTo(`kafka://127.0.0.1:${port}`)
    broker = await ownKafka({ port, advertisedPort: Number(new URL(line.url).port) })
  })
  afterEach(async () => {
    await server?.killNode()
    line.resume()
    await reading.close()
    await writer.close()
    await line.close()
    await broker.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const address = (prefix: string) => `${line.url}/${prefix}?topics=make&silence=8`
  async function open(options: Partial<KafkaLedgerOptions> = {}): Promise<Ledger> {
    return kafkaLedger({ address: kafkaAddress(address('stuck')), ...options })
  }

  it('is replaced, reports a stuck process after three in a row, which ends a server, and resumes once Kafka responds', async () => {
    let report = (_: Error) => {}
    const stuck = new Promise<Error>((resolve) => {
      report = resolve
    })
    writer = await open()
    reading = await open({ onStuck: (reason) => report(reason) })
    const reader = follow(reading, 'events')
    await writer.append('events', event('ann', 'before'))
    await reader.until(1)
    server = await startServer(dataDir, { DATABASE_URL: database.url, LEDGER_URL: address('server') })
    line.stall()
    const why = /had no heartbeat for 8000 ms, 3 times in a row/
    expect((await stuck).message).toMatch(why)
    expect(await server.ended).toMatchObject({ code: 1, output: expect.stringMatching(why) })
    line.resume()
    await writer.append('events', event('ann', 'after'))
    await reader.until(2)
    expect(textsOf(reader.read)).toEqual(['before', 'after'])
  })
})
