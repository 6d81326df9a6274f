import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { defaultPartitions } from '@stepledger/contracts/ledger/topic.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Ledger, partitionOf } from '../ledger.ts'
import type { Bench } from './ledger-under-test.ts'
import { event, follow, textsOf } from './reading.ts'

/** A subscriber misses no event, receives them in order, and resumes after failures. */
export function followingContract({ hasTransactions, given, reopen, close }: Bench): void {
  describe('following', () => {
    let ledger: Ledger
    beforeEach(() => {
      ledger = given().ledger
    })

    if (hasTransactions)
      it('never skips a slow transaction (invariant 2)', async () => {
        const { slowAppend } = given()
        if (!slowAppend) throw new Error('this engine has no slowAppend')
        const { keys, partition } = keysOfOnePartition(2)
        const [slowKey = '', quickKey = ''] = keys
        const elsewhere = keyOutside(partition)
        const reader = follow(await reopen(), 'events')
        const slow = await slowAppend('events', event(slowKey, 'slow'))
        await ledger.append('events', event(elsewhere, 'elsewhere'))
        await reader.until(1)
        const behind = ledger.append('events', event(quickKey, 'behind'))
        await (await reopen()).append('events', event(elsewhere, 'elsewhere again'))
        await reader.until(2)
        expect(textsOf(reader.read)).toEqual(['elsewhere', 'elsewhere again'])
        expect(await slow.commit()).toEqual({ partition, offset: 0 })
        expect(await behind).toEqual({ partition, offset: 1 })
        await reader.until(4)
        expect(textsOf(reader.read)).toEqual(['elsewhere', 'elsewhere again', 'slow', 'behind'])
      })

    it('delivers every event once and in order during concurrent appends (invariant 2)', async () => {
      const reader = follow(await reopen(), 'events', { maxBatch: 7 })
      const writers = [ledger, await reopen()]
      const appends = Array.from({ length: 300 }, (_, i) =>
        (writers[i % 2] ?? ledger).append('events', event(`player ${i % 25}`, `event ${i}`)),
      )
      await Promise.all(appends)
      await reader.until(300)
      const next = Array(ledger.partitions.events).fill(0)
      for (const { partition, offset } of reader.read) expect(offset).toBe(next[partition]++)
      expect(next).toEqual(await ledger.ends('events'))
    })

    it('resumes from the checkpoint after a reader died', async () => {
      const checkpoint = new Map<number, number>()
      const dying = await reopen()
      const before = follow(dying, 'events', { checkpoint, maxBatch: 3 })
      for (let n = 0; n < 10; n++) await ledger.append('events', event(`player ${n}`, `${n}`))
      await before.until(10)
      await close(dying)
      for (let n = 10; n < 20; n++) await ledger.append('events', event(`player ${n % 7}`, `${n}`))
      const after = follow(await reopen(), 'events', { checkpoint, maxBatch: 3 })
      await after.until(10)
      const numbers = textsOf([...before.read, ...after.read]).map(Number)
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    })

    it('redelivers the batch to a handler that throws', async () => {
      const reader = follow(ledger, 'events', { failures: 2 })
      await ledger.append('events', event('ann', 'again and again'))
      await reader.until(1)
      expect(reader.failed.map(textsOf)).toEqual([['again and again'], ['again and again']])
      // At the start and after each failure; an engine may have had failures of its own.
      expect(reader.resumed()).toBeGreaterThanOrEqual(3)
      await ledger.append('events', event('ann', 'and on'))
      await reader.until(2)
      expect(textsOf(reader.read)).toEqual(['again and again', 'and on'])
    })

    it('rejects a checkpoint beyond the end instead of waiting for it', async () => {
      const { partition } = await ledger.append('events', event('ann', 'only'))
      const checkpoint = new Map([[partition, 5]])
      const reader = follow(ledger, 'events', { checkpoint })
      await reader.untilResumed(2)
      checkpoint.set(partition, 0)
      await reader.until(1)
      expect(textsOf(reader.read)).toEqual(['only'])
    })

    it('names the next batch while the current one is handled', async () => {
      for (const text of ['current', 'next']) await ledger.append('events', event('ann', text))
      const prefetched = new Promise<readonly RecordedEvent[]>((onPrefetched) => {
        ledger.subscribe({
          topic: 'events',
          group: 'test',
          maxBatch: 1,
          resume: async () => new Map(),
          handle: async () => void (await prefetched),
          onPrefetched,
        })
      })
      expect(textsOf(await prefetched)).toEqual(['next'])
    })

    it('finishes the current batch when stopped, and delivers no other', async () => {
      let finish = () => {}
      const finished = new Promise<void>((resolve) => {
        finish = resolve
      })
      const reader = follow(ledger, 'events', { maxBatch: 1, holdUntil: finished })
      await ledger.append('events', event('ann', 'at hand'))
      await ledger.append('events', event('ann', 'never given'))
      await reader.untilBegun(1)
      const stopped = reader.stop()
      expect(textsOf(reader.read)).toEqual([])
      finish()
      await stopped
      expect(textsOf(reader.read)).toEqual(['at hand'])
    })

    it('notifies its readers within 100 ms', async () => {
      const reader = follow(await reopen(), 'events')
      await ledger.append('events', event('ann', 'warm up'))
      await reader.until(1)
      const waits: number[] = []
      for (let n = 2; n <= 10; n++) {
        await ledger.append('events', event('ann', `${n}`))
        const appended = performance.now()
        await reader.until(n)
        waits.push(performance.now() - appended)
      }
      // The third of nine, because a busy machine delays many of them. Polling alone would be ten times slower.
      expect(waits.sort((a, b) => a - b)[2]).toBeLessThan(100)
    })
  })
}

function keysOfOnePartition(count: number): { keys: string[]; partition: number } {
  const partition = partitionOf(defaultPartitions, 'player 0')
  const keys: string[] = []
  for (let n = 0; keys.length < count; n++)
    if (partitionOf(defaultPartitions, `player ${n}`) === partition) keys.push(`player ${n}`)
  return { keys, partition }
}

function keyOutside(partition: number): string {
  let n = 0
  while (partitionOf(defaultPartitions, `player ${n}`) === partition) n++
  return `player ${n}`
}
