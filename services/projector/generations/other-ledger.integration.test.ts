import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isKafkaAvailable,
  kafkaForTests,
  postgresForTests,
  type TestService,
} from '../../../scripts/services.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { kafkaLedger } from '../../platform/ledger/kafka/kafka-ledger.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { PublishedRules } from '../../platform/ledger/published-rules.ts'
import { createGeneration } from './create-generation.ts'
import { refuseOtherLedger } from './other-ledger.ts'
import { migrateGenerations } from './tables.ts'

const ours = '0190a8a0-0000-4000-8000-000000000001'
const theirs = '0190a8a0-0000-4000-8000-000000000002'

describe.skipIf(!(await isKafkaAvailable()))('read models and the ledger they were folded from', () => {
  let services: TestService[]
  let ledgers: Ledger[]
  let database: Database

  beforeEach(async () => {
    const postgres = await postgresForTests()
    services = [postgres]
    ledgers = []
    database = openDatabase({ url: postgres.url, maxConnections: 2 })
    await migrateGenerations(database)
  })
  afterEach(async () => {
    for (const ledger of ledgers) await ledger.close()
    await database.close()
    for (const service of services) await service.stop()
  })
  /** An empty ledger in Kafka. */
  async function open(): Promise<Ledger> {
    const kafka = await kafkaForTests()
    services.push(kafka)
    const ledger = await kafkaLedger({ address: kafkaAddress(`${kafka.url}?topics=make`) })
    ledgers.push(ledger)
    return ledger
  }
  const found = (ledger: Ledger, ledgerId: string) =>
    initialiseLedger(ledger, { ledgerId, at: 0, eventIds: ['created', 'published'], database })
  async function goLive(inForce: PublishedRules): Promise<void> {
    await database.transaction(async (tx) => {
      const id = await createGeneration(tx, { inForce, codeVersion: 1 }, 'indexed')
      await tx.query('insert into projector.live (generation) values ($1)', [id])
    })
  }

  it('are accepted with their own ledger, and any ledger is accepted before there are read models', async () => {
    const ledger = await open()
    await refuseOtherLedger(database, ledger)
    await goLive(await found(ledger, ours))
    await refuseOtherLedger(database, ledger)
  })

  it('are refused with another ledger, which is named, and with an empty one, which stays empty', async () => {
    await goLive(await found(await open(), ours))
    const [other, empty] = [await open(), await open()]
    await found(other, theirs)
    await expect(refuseOtherLedger(database, other)).rejects.toThrow(
      `were folded from ledger ${ours}, but this is ledger ${theirs} (Kafka). Check the ledger`,
    )
    await expect(refuseOtherLedger(database, empty)).rejects.toThrow(`${ours}, but this ledger is empty`)
    expect(await empty.ends('rules')).toEqual([0])
  })

  it('share one initial event when several processes initialise a ledger in Kafka concurrently', async () => {
    const kafka = await kafkaForTests()
    services.push(kafka)
    const address = kafkaAddress(`${kafka.url}?topics=make`)
    const starting = await Promise.all(Array.from({ length: 3 }, () => kafkaLedger({ address })))
    ledgers.push(...starting)
    const founded = await Promise.all(starting.map((ledger, n) => found(ledger, n % 2 === 0 ? ours : theirs)))
    expect(new Set(founded.map(({ ledgerId }) => ledgerId)).size).toBe(1)
    expect(await starting[0]?.ends('rules')).toEqual([2])
  })
})
