import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { initialiseLedger, type LedgerInitialisation } from './initialise-ledger.ts'
import type { Ledger } from './ledger.ts'
import { postgresLedger } from './postgres-ledger.ts'
import { latestRules } from './published-rules.ts'

const ours = '0190a8a0-0000-4000-8000-000000000001'
const theirs = '0190a8a0-0000-4000-8000-000000000002'
const at = 1_760_000_000_000

describe('initialising a ledger', () => {
  let postgres: TestService
  let opened: { ledger: Ledger; database: Database }[]

  beforeEach(async () => {
    postgres = await postgresForTests()
    opened = []
  })
  afterEach(async () => {
    for (const { ledger, database } of opened) {
      await ledger.close()
      await database.close()
    }
    await postgres.stop()
  })
  async function open() {
    const database = openDatabase({ url: postgres.url, maxConnections: 2 })
    const ledger = await postgresLedger({ database })
    opened.push({ ledger, database })
    return { ledger, database }
  }
  function initialisation(ledgerId: string, database?: Database): LedgerInitialisation {
    return { ledgerId, at, eventIds: ['created', 'published'], ...(database ? { database } : {}) }
  }

  it('appends LedgerCreated and the first rules', async () => {
    const { ledger, database } = await open()
    expect(await latestRules(ledger)).toBeNull()
    const initialised = await initialiseLedger(ledger, initialisation(ours, database))
    expect(initialised).toEqual({ ledgerId: ours, partitions: 12, rules: firstRules, offset: 1, version: 1 })
    expect(await latestRules(ledger)).toEqual(initialised)
  })

  it('does not change an initialised ledger', async () => {
    const { ledger, database } = await open()
    await initialiseLedger(ledger, initialisation(ours, database))
    expect((await initialiseLedger(ledger, initialisation(theirs, database))).ledgerId).toBe(ours)
    expect(await ledger.ends('rules')).toEqual([2])
  })

  it('refuses a ledger that got more partitions without a move', async () => {
    const { ledger, database } = await open()
    await initialiseLedger(ledger, initialisation(ours, database))
    await database.pool.query("insert into ledger.partitions select 'events', generate_series(12, 23)")
    await expect(initialiseLedger((await open()).ledger, initialisation(ours, database))).rejects.toThrow(
      'was created with 12 partitions of events, it has 24 now',
    )
  })

  it('initialises once when several processes start at once', async () => {
    const starting = await Promise.all([open(), open(), open(), open()])
    const initialised = await Promise.all(
      starting.map(({ ledger, database }, n) =>
        initialiseLedger(ledger, initialisation(n % 2 === 0 ? ours : theirs, database)),
      ),
    )
    expect(new Set(initialised.map((f) => f.ledgerId)).size).toBe(1)
    expect(await starting[0]?.ledger.ends('rules')).toEqual([2])
  })

  it('uses the first LedgerCreated if two were appended after a lost lock', async () => {
    const { ledger } = await open()
    await append(ledger, created(theirs))
    await append(ledger, created(ours))
    expect((await initialiseLedger(ledger, initialisation(ours))).ledgerId).toBe(theirs)
  })

  it('completes an interrupted initialisation', async () => {
    const { ledger, database } = await open()
    await append(ledger, created(theirs))
    expect(await initialiseLedger(ledger, initialisation(ours, database))).toMatchObject({
      ledgerId: theirs,
      offset: 1,
    })
  })

  it('refuses a ledger with another partition count', async () => {
    const { ledger, database } = await open()
    await append(ledger, created(theirs, 6))
    await expect(initialiseLedger(ledger, initialisation(ours, database))).rejects.toThrow('6 partitions')
  })

  it('refuses to initialise if events exist without LedgerCreated', async () => {
    const { ledger, database } = await open()
    const data = { rivalId: theirs }
    const bytes = encodeEvent(rivalAdded, { id: 'orphan', at, key: ours, data })
    await ledger.append('events', { key: ours, bytes })
    await expect(initialiseLedger(ledger, initialisation(ours, database))).rejects.toThrow(
      'its beginning is lost',
    )
  })

  it('refuses a topic of rules whose first event is not LedgerCreated', async () => {
    const { ledger, database } = await open()
    const data = { rules: firstRules }
    await append(ledger, encodeEvent(rulesPublished, { id: 'early', at, key: 'rules', data }))
    await expect(initialiseLedger(ledger, initialisation(ours, database))).rejects.toThrow(
      'does not begin with',
    )
  })
})

function created(ledgerId: string, partitions = 12): Buffer {
  return encodeEvent(ledgerCreated, { id: ledgerId, at, key: 'rules', data: { ledgerId, partitions } })
}

async function append(ledger: Ledger, bytes: Buffer): Promise<void> {
  await ledger.append('rules', { key: 'rules', bytes })
}
