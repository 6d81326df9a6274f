import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { expect, it } from 'vitest'
import { authenticationOf } from '../../platform/http/test-app.ts'
import { noLimits } from '../../platform/limits/limits.ts'
import { connectionCount } from './connection-slots.ts'
import { messageHandler } from './message-handler.ts'
import { topicSubscriptions } from './topic-subscriptions.ts'

const operator = {
  by: 'session' as const,
  playerId: 'an operator',
  credentialId: 'a session',
  permissions: new Set(['ledger.operate']),
}

it('subscribes no connection that closed while its permission was checked', async () => {
  const connection = { end() {} }
  const topics = topicSubscriptions<typeof connection, PushTopic>()
  const sent: ServerMessage[] = []
  let closed = false
  const { authenticate, ...authentication } = authenticationOf({ token: operator })
  const handler = messageHandler(
    {
      topics,
      limits: noLimits,
      accounts: connectionCount(1),
      counts: { refused() {} },
      authentication: {
        ...authentication,
        async authenticate(token) {
          await null
          return authenticate(token)
        },
      },
    },
    { connection, address: 'an address', send: (message) => sent.push(message), isClosed: () => closed },
  )
  const subscribe = JSON.stringify({ type: 'subscribe', topics: ['ops'] })
  await handler.handle(JSON.stringify({ type: 'hello', token: 'token' }))
  await handler.handle(subscribe)
  expect(topics.followersOf('ops').size).toBe(1)
  topics.leaveAll(connection)

  const handled = handler.handle(subscribe)
  closed = true
  handler.release()
  await handled
  expect(topics.followersOf('ops').size).toBe(0)
  expect(sent).toEqual([{ type: 'subscribed', topics: ['ops'] }])
})
