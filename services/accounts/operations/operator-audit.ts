import { randomUUID } from 'node:crypto'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import {
  type OperatorActed,
  operatorActed,
  operatorActedKey,
} from '@stepledger/contracts/events/operator-acted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { singleFlight, throttled } from '../../platform/async/single-flight.ts'
import { TimeoutError } from '../../platform/async/with-deadline.ts'
import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Database } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Push } from '../../platform/push/push.ts'
import type { AccountsDeps } from '../deps.ts'
import { postgresDirectory } from '../players/postgres-directory.ts'
import { type AccountsDatabase, accountsDatabase } from '../tables.ts'
import { type ActingOperator, idOfOperator, namesOfOperators, type SignedInOperator } from './operators.ts'

/** Longer than an append takes. */
const lease = "interval '30 seconds'"
const batch = 20

/**
 * Appends the actions of operators that are in the outbox to the ledger, oldest first, each leased by one process at a
 * time. After a crash an event can be appended twice, with the same id; readers skip the second.
 */
export async function deliverOperatorActions({
  database: { pool },
  ledger,
  push,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly ledger: Pick<Ledger, 'append'>
  readonly push: Pick<Push, 'publish'>
}): Promise<void> {
  for (let delivered = batch; delivered === batch; ) {
    const { rows } = await pool.query(
      `update accounts.operator_actions set leased_until = now() + ${lease}
       where id in (
         select id from accounts.operator_actions where leased_until < now() order by at, id limit $1
         for update skip locked)
       returning id, at, operator, what, player_id, details, reason`,
      [batch],
    )
    const due = queuedActions.parse(rows).sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const { id, at, operator, what, player_id: player, details, reason } of due) {
      const data: OperatorActed['data'] = { operator, what, player, details, reason }
      const event = { id, at: at.getTime(), key: operatorActedKey, data }
      await ledger.append('rules', { key: operatorActedKey, bytes: encodeEvent(operatorActed, event) })
      await pool.query('delete from accounts.operator_actions where id = $1', [id])
    }
    delivered = due.length
    if (delivered > 0) push.publish(auditChanged)
  }
}

const everyMs = 10_000

/** Background work that appends what a command could not, because the ledger was unavailable. */
export function operatorActionsWork(deps: Parameters<typeof deliverOperatorActions>[0]) {
  return async (): Promise<number> => {
    await deliverOperatorActions(deps)
    return everyMs
  }
}

/** Rows of accounts.operator_actions: actions of operators that are not on the ledger yet. */
const queuedActions = z.array(
  z.object({
    id: z.string(),
    at: z.date(),
    operator: z.string().nullable(),
    what: z.string(),
    player_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    reason: z.string().nullable(),
  }),
)

/**
 * Records an action of an operator, in the transaction of the action where there is one: in the history of the affected
 * player, without the operator's name, and in the outbox of the ledger. `by`: null if unknown.
 */
export async function insertOperatorAuditEntry(
  db: QueryExecutorProvider,
  { playerId = null, what, details = {} }: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
): Promise<void> {
  await sql`INSERT INTO accounts.audit (at, player_id, by, what, details)
    SELECT now(), ${playerId}::uuid, 'operator', ${what}, ${JSON.stringify(details)}
    WHERE ${playerId}::uuid IS NULL OR EXISTS (SELECT FROM accounts.public_players WHERE id = ${playerId}::uuid)`.execute(
    db,
  )
  await queueAction(db, { playerId, what, details }, by, sql`'-infinity'`)
}

/**
 * Inserts an action into the outbox of the ledger, to be delivered from `until` on. Returns its id, which the statement
 * does not: the services that only insert may not read it.
 */
async function queueAction(
  db: QueryExecutorProvider,
  { playerId = null, what, details = {} }: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
  until: RawBuilder<unknown>,
): Promise<string> {
  const id = randomUUID()
  const operator = by && ('id' in by ? by.id : await idOfOperator(db, by))
  await sql`
    INSERT INTO accounts.operator_actions (id, at, operator, what, player_id, details, reason, leased_until)
    VALUES (${id}, now(), ${operator}::uuid, ${what}, ${playerId}::uuid, ${JSON.stringify(details)},
      ${by?.reason ?? null}, ${until})`.execute(db)
  return id
}

type Details = NonNullable<OperatorEntry['details']>

/**
 * Does an action in the database, and records it. The entry is stored before, so that a crash does not lose who acted: it
 * is then delivered after an hour, with an unknown outcome. An action that throws, or whose details are null, did nothing,
 * and leaves no entry.
 */
export async function doAndRecord<T>(
  { db, push }: { readonly db: AccountsDatabase; readonly push: Pick<Push, 'publish'> },
  what: string,
  by: ActingOperator | SignedInOperator | null,
  act: () => Promise<T>,
  detailsOf: (done: T) => Details | null,
): Promise<T> {
  const before = { what, details: { outcome: 'unknown' } }
  const id = await queueAction(db, before, by, sql`now() + interval '1 hour'`)
  let details: Details | null = null
  try {
    const done = await act()
    details = detailsOf(done)
    return done
  } finally {
    if (details === null) await sql`DELETE FROM accounts.operator_actions WHERE id = ${id}`.execute(db)
    else {
      const { numAffectedRows } = await sql`
        UPDATE accounts.operator_actions SET details = ${JSON.stringify(details)}, leased_until = '-infinity'
        WHERE id = ${id}`.execute(db)
      // Took more than an hour, and is on the ledger already.
      if (numAffectedRows === 0n) await queueAction(db, { what, details }, by, sql`'-infinity'`)
    }
    push.publish(auditChanged)
  }
}

export const auditChanged = { kind: 'operations', about: 'audit' } as const

/** Records an action in the audit log, and notifies the page of operators. */
export async function recordOperatorAction(
  { db, push }: { readonly db: AccountsDatabase; readonly push: Pick<Push, 'publish'> },
  entry: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
): Promise<void> {
  await insertOperatorAuditEntry(db, entry, by)
  push.publish(auditChanged)
}

interface AuditSources {
  readonly database: Pick<Database, 'pool'>
  readonly ledger: Pick<Ledger, 'read'>
  readonly players: Pick<PlayerDirectory, 'lookUp'>
}

interface Acted {
  readonly id: string
  readonly at: number
  /** Position in the topic `rules`; null while it is queued for the ledger. */
  readonly position: string | null
  readonly operatorId: string | null
  readonly what: string
  readonly details: Readonly<Record<string, string>>
  readonly reason: string | null
  readonly playerId: string | null
}

/**
 * What operators did, oldest first, also what is queued for the ledger: OperatorActed, and the events that name their
 * operator.
 */
export async function readAudit(store: AuditSources) {
  // Reads the queue first, so that an action that is appended meanwhile is found twice instead of being missed.
  const queued = await readQueued(store)
  const entries = new Map<string, Acted>()
  for await (const records of store.ledger.read('rules', [0]))
    for (const { partition, offset, bytes } of records) {
      const event = decodeEvent(bytes)
      const acted = event && actedIn(event, offset)
      if (!acted || entries.has(event.id)) continue
      entries.set(event.id, { ...acted, id: event.id, at: event.at, position: `${partition}:${offset}` })
    }
  for (const action of queued) if (!entries.has(action.id)) entries.set(action.id, action)

  const found = [...entries.values()]
  const names = await namesOfOperators(accountsDatabase(store.database))
  const ids = found.flatMap(({ operatorId, playerId }) => [operatorId ?? [], playerId ?? []].flat())
  const accounts = await store.players.lookUp([...new Set(ids)])
  const aliasOf = (id: string | null) => (id === null ? null : (accounts.get(id)?.alias ?? null))
  return found
    .map(({ id: _, operatorId, at, details, ...entry }) => ({
      ...entry,
      at: new Date(at).toISOString(),
      details: { ...details },
      /** Name or alias; null if unknown, such as after an erasure. */
      operator: aliasOf(operatorId) ?? names.get(operatorId ?? '') ?? null,
      player: aliasOf(entry.playerId),
    }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The entry that an event is; null if it is none. `offset`: its own. */
function actedIn(event: AnyEvent, offset: number): Omit<Acted, 'id' | 'at' | 'position'> | null {
  const by = ({ operator, reason }: ActedBy, what: string, details: Acted['details']) => ({
    operatorId: operator,
    reason,
    playerId: null,
    what,
    details: { ...details, offset: String(offset) },
  })
  switch (event.type) {
    case 'OperatorActed': {
      const { operator: operatorId, player: playerId, ...data } = event.data
      return event.key === operatorActedKey ? { ...data, operatorId, playerId } : null
    }
    case 'RulesPublished':
      return event.data.by ? by(event.data.by, 'Rules published', { title: event.data.rules.title }) : null
    case 'EventAnnounced':
    case 'EventChartsChosen':
    case 'EventPointsChanged':
    case 'EventWindowChanged':
    case 'EventOrganisersChanged':
    case 'EventListingChanged':
    case 'EventPlayTakenOut':
    case 'EventClosed': {
      const { by: changedBy } = event.data
      if (!changedBy || !('operator' in changedBy)) return null
      return by(changedBy, changes[event.type], { event: event.key })
    }
    default:
      return null
  }
}

const changes = {
  EventAnnounced: 'Event announced',
  EventChartsChosen: 'Charts of an event chosen',
  EventPointsChanged: 'Points of an event changed',
  EventWindowChanged: 'Window of an event changed',
  EventOrganisersChanged: 'Event transferred',
  EventListingChanged: 'Event hidden, shown, pinned, or its picture removed',
  EventPlayTakenOut: 'Play taken out of an event or put back',
  EventClosed: 'Event closed',
} as const

async function readQueued({ database }: Pick<AuditSources, 'database'>): Promise<Acted[]> {
  const { rows } = await database.pool.query(
    'select id, at, operator, what, player_id, details, reason from accounts.operator_actions order by at, id',
  )
  return queuedActions.parse(rows).map(({ at, operator, player_id: playerId, ...row }) => ({
    ...row,
    at: at.getTime(),
    position: null,
    operatorId: operator,
    playerId,
  }))
}

/** The topic `rules` is read from its start, so responses are cached for this long, ms. */
const cacheMs = 1_000
/** Timeout of the ledger, ms. */
const timeoutMs = 5_000

/** Serves the audit log of operators; 503 while the ledger does not answer. */
export function serveOperatorAudit(
  app: FastifyInstance,
  { database, ledger, push }: Pick<AccountsDeps, 'database' | 'ledger' | 'push'>,
): void {
  const players = postgresDirectory({ database, push })
  app.addHook('onClose', async () => players.stop())
  const readAll = () => readAudit({ database, ledger, players })
  const read = throttled(cacheMs, singleFlight(timeoutMs, readAll, 'reading the audit log'))
  serve(app, getOperatorAudit, async ({ query: { since, until, by, limit } }) => {
    const entries = await read().catch((error: unknown) => {
      if (error instanceof TimeoutError)
        throw new HttpError(503, 'The ledger is slow', { headers: { 'retry-after': '5' } })
      throw error
    })
    const matching = entries.filter(
      ({ at, operator }) =>
        (since === undefined || Date.parse(at) >= Date.parse(since)) &&
        (until === undefined || Date.parse(at) < Date.parse(until)) &&
        (by === undefined || operator?.toLowerCase() === by.toLowerCase()),
    )
    return { total: matching.length, entries: matching.slice(-limit).reverse() }
  })
}
