import { parseJson } from '@stepledger/contracts/parse-json.ts'
import {
  clientMessage,
  closeCode,
  maxTopics,
  type PushTopic,
  type ServerMessage,
} from '@stepledger/contracts/push/messages.ts'
import type { Authentication } from '../../platform/authentication/authentication.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import type { ConnectionCount } from './connection-slots.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

/** `Connection`: what subscribes to topics. */
export interface MessageHandlerDeps<Connection> {
  readonly topics: TopicSubscriptions<Connection, PushTopic>
  readonly authentication: Authentication
  readonly limits: Limits
  /** Number of connections by account. */
  readonly accounts: ConnectionCount
  readonly counts: Pick<LiveCounts, 'refused'>
}

const opsRefused = 'ops needs the permission ledger.operate'

interface Handled<Connection> {
  readonly connection: Connection
  /** Key of the rate limit. */
  readonly address: string
  readonly send: (message: ServerMessage) => void
  readonly isClosed: () => boolean
}

interface MessageHandler {
  /** Handles a message of the page. Must be called in sequence: a subscription to `ops` depends on the hello before it. */
  handle(text: string): Promise<void>
  /** Whether the session of the hello is this player's, and has not ended. */
  isSignedInAs(player: string): Promise<boolean>
  /** Whether the caller may still follow `ops`; if not, its subscription has ended. */
  keepsFollowingOps(): Promise<boolean>
  /** Ends the subscriptions and frees the place of the account. */
  release(): void
}

/** Handles the messages of one connection: its sign-in and its subscriptions. */
export function messageHandler<Connection extends { end(code: number, reason: string): void }>(
  { topics, authentication, limits, accounts, counts }: MessageHandlerDeps<Connection>,
  { connection, address, send, isClosed }: Handled<Connection>,
): MessageHandler {
  let hasHello = false
  let account: string | null = null
  let session: string | null = null
  const refuse = (error: string) => send({ type: 'error', error })

  async function hello(token: string): Promise<void> {
    if (hasHello) return refuse('A connection says hello once')
    hasHello = true
    const caller = await authentication.authenticate(token)
    if ((await limits.take('read', caller?.playerId ?? address)) > 0) {
      refuse('Too many requests. Please try again later.')
      return connection.end(closeCode.tryAgainLater, 'too many requests')
    }
    if (isClosed()) return
    if (caller?.by !== 'session') return refuse('Nobody is signed in with this token')
    if (!accounts.take(caller.playerId)) {
      counts.refused('account')
      refuse('Too many connections of this account')
      return connection.end(closeCode.tryAgainLater, 'too many connections')
    }
    account = caller.playerId
    session = token
  }
  /** Called for each message: the session may end, and a permission be revoked, at any time. */
  const caller = async () => (session === null ? null : authentication.authenticate(session))
  const mayOperate = async () => (await caller())?.permissions.has('ledger.operate') ?? false
  async function subscribe(requested: PushTopic[]): Promise<void> {
    if (requested.includes('ops') && !(await mayOperate())) return refuse(opsRefused)
    if (isClosed()) return
    if (new Set([...topics.topicsOf(connection), ...requested]).size > maxTopics)
      return refuse(`A connection follows at most ${maxTopics} topics`)
    topics.follow(connection, requested)
    send({ type: 'subscribed', topics: requested })
  }

  return {
    isSignedInAs: async (player) => account === player && (await caller())?.playerId === player,
    async keepsFollowingOps() {
      if (await mayOperate()) return true
      topics.leave(connection, ['ops'])
      refuse(opsRefused)
      return false
    },
    async handle(text) {
      if (isClosed()) return
      const message = clientMessage.safeParse(parseJson(text))
      if (!message.success) return refuse('A message must be hello, subscribe or unsubscribe, as JSON')
      switch (message.data.type) {
        case 'hello':
          return hello(message.data.token)
        case 'subscribe':
          return subscribe(message.data.topics)
        case 'unsubscribe':
          return topics.leave(connection, message.data.topics)
      }
    },
    release() {
      topics.leaveAll(connection)
      if (account !== null) accounts.free(account)
    },
  }
}
