import { beforeEach, describe, expect, it } from 'vitest'
import { membership } from './group-member.ts'

describe('group membership', () => {
  let calls: string[]
  let member: ReturnType<typeof membership>

  beforeEach(() => {
    calls = []
    member = membership({
      onAssigned: (partitions) => calls.push(`reads ${partitions}`),
      onLost: () => calls.push('lost'),
      onSign: (sign) => calls.push(sign),
      onFailed: ({ message }) => calls.push(message),
    })
  })

  it('reports assignment, loss and reassignment, with the partitions in order', () => {
    member.joined([10, 2, 1])
    member.heartbeat()
    member.rebalancing()
    member.joined([3])
    member.heartbeat()

    expect(calls).toEqual(['reads 1,2,10', 'heartbeat', 'lost', 'reads 3', 'heartbeat'])
  })

  it('reports a failure once when heartbeats continue without a rejoin after a loss', () => {
    member.joined([1])
    member.rebalancing()
    member.heartbeat()
    member.heartbeat()

    const failed = 'the group was not rejoined after its partitions were lost'
    expect(calls).toEqual(['reads 1', 'lost', 'heartbeat', failed, 'heartbeat'])
  })
})
