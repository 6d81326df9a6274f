import { beforeEach, describe, expect, it } from 'vitest'
import { membership } from './membership.ts'

describe('a place in a group', () => {
  let heard: string[]
  let place: ReturnType<typeof membership>

  beforeEach(() => {
    heard = []
    place = membership({
      onAssigned: (partitions) => heard.push(`reads ${partitions}`),
      onLost: () => heard.push('lost'),
      onSign: (sign) => heard.push(sign),
      onFailed: ({ message }) => heard.push(message),
    })
  })

  it('is reported as it comes, goes and comes again, the partitions in order', () => {
    place.joined([10, 2, 1])
    place.heartbeat()
    place.rebalancing()
    place.joined([3])
    place.heartbeat()

    expect(heard).toEqual(['reads 1,2,10', 'heartbeat', 'lost', 'reads 3', 'heartbeat'])
  })

  it('that was lost, and goes on without having been joined again, is of no use, which is reported once', () => {
    place.joined([1])
    place.rebalancing()
    place.heartbeat()
    place.heartbeat()

    const failed = 'the group was not joined again after its partitions were lost'
    expect(heard).toEqual(['reads 1', 'lost', 'heartbeat', failed, 'heartbeat'])
  })
})
