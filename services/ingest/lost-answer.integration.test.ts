import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../scripts/services.ts'
import { smallPlay } from '../../tests/generators/small-play.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import { postgresLedger } from '../platform/ledger/postgres-ledger.ts'
import { type CuttableProxy, proxyTo } from '../platform/ledger/testing/proxy.ts'
import { readAll } from '../platform/ledger/testing/reading.ts'
import { openClaims } from './play-ids/idempotency-claims.ts'
import { type PlayToWrite, type PlayWriter, playWriter } from './record-play.ts'
import { migrateIngest } from './tables.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

describe('a play whose claim was committed while the response was lost', () => {
  let postgres: TestService
  let line: CuttableProxy
  let database: Database
  let ledger: Ledger
  let writer: PlayWriter | null

  beforeEach(async () => {
    postgres = await postgresForTests()
    line = await proxyTo(postgres.url)
    database = openDatabase({ url: line.url, maxConnections: 4 })
    ledger = await postgresLedger({ database })
    await migrateIngest(database)
    writer = null
  })
  afterEach(async () => {
    await writer?.drained()
    await ledger.close()
    await database.close()
    await line.close()
    await postgres.stop()
  })
  const player = randomUUID()
  const play = (n: number): PlayToWrite => {
    const receivedAt = 1000 + n
    const { data } = smallPlay({ playId: n, player, chart: 'c'.repeat(16), at: receivedAt, offset: 0.01 })
    return { player, fingerprint: new Uint8Array(32).fill(n), key: null, receivedAt, data }
  }

  it('is no duplicate to the game that sent it once, and is in the ledger once', async () => {
    const plays = playWriter(openClaims(database, ledger), ledger, log)
    writer = plays
    const first = await plays.write(play(1))

    // Waits for the position of the first play: its response must not be the one that is lost.
    await plays.drained()
    line.cutAfter(0)
    const second = await plays.write(play(2))

    expect(second).toMatchObject({ duplicate: false, keyNames: null })
    expect(second.playId).not.toBe(first.playId)
    expect(await plays.write(play(2))).toEqual({ ...second, duplicate: true })
    expect(await readAll(ledger, 'events')).toHaveLength(2)
  })
})
