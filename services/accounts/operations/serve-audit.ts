import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { operatorActedKey } from '@stepledger/contracts/events/operator-acted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { singleFlight, throttled } from '../../platform/async/single-flight.ts'
import { TimeoutError } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { AccountsDeps } from '../deps.ts'
import { postgresDirectory } from '../players/postgres-directory.ts'
import { accountsDatabase } from '../tables.ts'
import { queuedActions } from './operator-audit.ts'
import { namesOfOperators } from './operators.ts'

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
  EventListingChanged: 'Event hidden, shown or pinned',
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
