import { partitionsOf } from '@stepledger/contracts/ledger/topic.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ledger, NewEvent } from '../ledger/ledger.ts'
import { LedgerUnavailableError } from '../ledger/ledger-errors.ts'
import { stoppableLedger, writeLeaseMs } from './stoppable-ledger.ts'

const event: NewEvent = { key: 'a', bytes: Buffer.from('a') }

describe('a ledger whose appends can be stopped', () => {
  let now: number
  let checks: number
  let isWritable: boolean
  let stored: NewEvent[]
  /** Runs while an event is stored. */
  let meanwhile: () => void
  let ledger: Ledger

  beforeEach(() => {
    now = 0
    checks = 0
    isWritable = true
    stored = []
    meanwhile = () => {}
    const refused = () => {
      throw new Error('not read here')
    }
    const stores: Ledger = {
      engine: 'a list',
      isInDatabase: false,
      partitions: partitionsOf(12),
      async append(_, appended) {
        stored.push(appended)
        meanwhile()
        return { partition: 0, offset: stored.length - 1 }
      },
      read: refused,
      subscribe: refused,
      at: refused,
      ends: refused,
      close: async () => {},
    }
    const check = async () => {
      checks += 1
      return isWritable
    }
    ledger = stoppableLedger(stores, check, () => now)
  })

  it('asks the database once a second', async () => {
    for (; now < 2_000; now += 100) await ledger.append('events', event)
    expect([stored.length, checks]).toEqual([20, 2])
  })

  it('acknowledges nothing once the lease has expired after a stop', async () => {
    await ledger.append('events', event)
    isWritable = false
    now = writeLeaseMs
    await expect(ledger.append('events', event)).rejects.toThrow(LedgerUnavailableError)
    expect(stored).toHaveLength(1)
  })

  it('does not acknowledge an event that was stored for longer than the lease, while writers were stopped', async () => {
    meanwhile = () => {
      isWritable = false
      now += writeLeaseMs
    }
    await expect(ledger.append('events', event)).rejects.toThrow('the system is moving, or has moved')
    expect(stored).toHaveLength(1)
  })

  it('goes on when writers may', async () => {
    isWritable = false
    await expect(ledger.append('events', event)).rejects.toThrow(LedgerUnavailableError)
    isWritable = true
    expect(await ledger.append('events', event)).toEqual({ partition: 0, offset: 0 })
  })
})
