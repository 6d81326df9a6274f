import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'
import { describe, expect, it } from 'vitest'
import './kafkajs.ts'

/** The requests of a connection that has one request in flight at a time; `sent`: their ids. */
function connection() {
  const sent: number[] = []
  const queue = new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test',
    logger: { debug: () => {} },
  })
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, resolve: () => {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    })
  return { queue, push, sent }
}

describe('a connection to Kafka', () => {
  it('has no timer while no request is pending', () => {
    const { queue } = connection()
    queue.checkPendingRequests()
    expect(queue.throttleCheckTimeoutId).toBeNull()
  })

  it('checks a pending request again, until it is sent', () => {
    const { queue, push, sent } = connection()
    push(1)
    push(2)
    expect([sent, queue.pending.length]).toEqual([[1], 1])
    expect(queue.throttleCheckTimeoutId).not.toBeNull()
    queue.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 })
    expect([sent, queue.pending.length]).toEqual([[1, 2], 0])
    queue.destroy()
    queue.checkPendingRequests()
    expect(queue.throttleCheckTimeoutId).toBeNull()
  })
})
