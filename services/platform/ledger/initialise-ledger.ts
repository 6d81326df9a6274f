import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'
import type { Ledger } from './ledger.ts'
import { type Beginning, beginningOf, type PublishedRules } from './published-rules.ts'

export interface LedgerInitialisation {
  /** The id for the ledger if it is not initialised yet. */
  readonly ledgerId: string
  /** Timestamp of the appended events, ms since 1970. */
  readonly at: number
  /** Ids for LedgerCreated and RulesPublished. */
  readonly eventIds: readonly [created: string, published: string]
  /** Holds the lock that serialises initialisation. */
  readonly database?: Database
}

/**
 * Ensures that the topic `rules` begins with LedgerCreated and contains RulesPublished, and returns the rules in force.
 * Idempotent: completes an initialisation that was interrupted. Throws if the topic belongs to another application or
 * the partition count differs.
 *
 * An advisory lock in the database serialises concurrent processes. If the lock is lost halfway, two LedgerCreated may
 * be appended. The first one wins for all processes, so the result is read back after appending.
 */
export async function initialiseLedger(
  ledger: Ledger,
  initialisation: LedgerInitialisation,
): Promise<PublishedRules> {
  const { published } = await checkedBeginning(ledger)
  if (published) return published
  const { database } = initialisation
  const work = () => complete(ledger, initialisation)
  return database ? database.retrying(() => withInitialisationLock(database, work)) : work()
}

async function checkedBeginning(ledger: Ledger): Promise<Beginning> {
  const beginning = await beginningOf(ledger)
  const createdWith = beginning.created?.partitions
  const partitions = ledger.partitions.events
  if (createdWith !== undefined && createdWith !== partitions)
    throw new Error(
      `the ledger was created with ${createdWith} partitions of events, it has ${partitions} now`,
    )
  return beginning
}

async function complete(
  ledger: Ledger,
  { ledgerId, at, eventIds }: LedgerInitialisation,
): Promise<PublishedRules> {
  const { created, published } = await checkedBeginning(ledger)
  if (published) return published
  const [createdId, publishedId] = eventIds
  const key = 'rules'
  if (!created) {
    await refuseOrphans(ledger)
    const data = { ledgerId, partitions: ledger.partitions.events }
    await ledger.append('rules', { key, bytes: encodeEvent(ledgerCreated, { id: createdId, at, key, data }) })
  }
  const data = { rules: firstRules }
  await ledger.append('rules', {
    key,
    bytes: encodeEvent(rulesPublished, { id: publishedId, at, key, data }),
  })
  const now = await checkedBeginning(ledger)
  if (!now.published) throw new Error('the ledger does not return the events of its initialisation')
  return now.published
}

/** Throws if events exist without LedgerCreated: the topic `rules` was lost, or the events are another application's. */
async function refuseOrphans(ledger: Ledger): Promise<void> {
  const ends = await ledger.ends('events')
  if (ends.some((end) => end > 0))
    throw new Error('the ledger holds events but no LedgerCreated: its beginning is lost')
}

const idleTimeoutMs = 30_000

async function withInitialisationLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const client = await database.connect('stepledger ledger initialisation')
  try {
    // A process that hangs loses the lock to the next one.
    await client.query(`SET idle_session_timeout = ${idleTimeoutMs}`)
    await client.query('SELECT pg_advisory_lock($1, $2)', [...advisoryLocks.ledgerInitialisation])
    return await work()
  } finally {
    await client.end()
  }
}
