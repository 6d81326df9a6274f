import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { rulesPublished } from '@stepledger/contracts/events/rules-published.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'
import type { Ledger } from './ledger.ts'
import { type Beginning, beginningOf, type PublishedRules } from './published-rules.ts'

export interface LedgerInitialisation {
  /** The id of the ledger, if it is founded now. */
  readonly ledgerId: string
  /** The time of what is appended, ms since 1970. */
  readonly at: number
  /** Ids for LedgerCreated and RulesPublished. */
  readonly eventIds: readonly [created: string, published: string]
  /** Where one founder waits for another. */
  readonly database?: Database
}

/**
 * Makes sure that the topic `rules` begins with LedgerCreated and holds a RulesPublished, and says what is in force. A
 * founded ledger is left as it is; one whose founder died half-way is completed. Throws when it is not a ledger of
 * ours, or its partitions differ.
 *
 * Of several processes one founds, the others wait, by a lock in the database, which stands beside every engine. Should
 * the lock be lost in the middle, two LedgerCreated may lie there: the first counts for everyone, so what is answered
 * is read after appending.
 */
export async function initialiseLedger(
  ledger: Ledger,
  founding: LedgerInitialisation,
): Promise<PublishedRules> {
  const { published } = await checkedBeginning(ledger)
  if (published) return published
  const { database } = founding
  const work = () => complete(ledger, founding)
  return database ? database.retrying(() => locked(database, work)) : work()
}

async function checkedBeginning(ledger: Ledger): Promise<Beginning> {
  const beginning = await beginningOf(ledger)
  const made = beginning.created?.partitions
  const { partitions } = topics.events
  if (made !== undefined && made !== partitions)
    throw new Error(`the ledger was made with ${made} partitions of events, this code has ${partitions}`)
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
    const data = { ledgerId, partitions: topics.events.partitions }
    await ledger.append('rules', { key, bytes: encodeEvent(ledgerCreated, { id: createdId, at, key, data }) })
  }
  const data = { rules: firstRules }
  await ledger.append('rules', {
    key,
    bytes: encodeEvent(rulesPublished, { id: publishedId, at, key, data }),
  })
  const now = await checkedBeginning(ledger)
  if (!now.published) throw new Error('the ledger does not give back what it was founded with')
  return now.published
}

/**
 * Events without a LedgerCreated lost their beginning, or belong to something else: nothing may be founded on top of
 * them.
 */
async function refuseOrphans(ledger: Ledger): Promise<void> {
  const ends = await ledger.ends('events')
  if (ends.some((end) => end > 0))
    throw new Error('the ledger holds events but no LedgerCreated: its beginning is lost')
}

const stillMs = 30_000

async function locked<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const client = await database.connect('stepledger founding')
  try {
    // A founder that stands still lets the next one try.
    await client.query(`SET idle_session_timeout = ${stillMs}`)
    await client.query('SELECT pg_advisory_lock($1, $2)', [...advisoryLocks.founding])
    return await work()
  } finally {
    await client.end()
  }
}
