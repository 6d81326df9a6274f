import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { defaultPartitions, maxEventBytes, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ledger, type NewEvent, partitionOf } from '../ledger.ts'
import { event, follow, readAll, textsOf } from './reading.ts'

/** An empty ledger, not shared with other tests. */
interface LedgerUnderTest {
  readonly ledger: Ledger
  /** The same ledger as another process would open it. The suite closes it. */
  reopen(): Promise<Ledger>
  /** For engines with transactions: begins one that appends, and leaves it open until `commit`. */
  slowAppend?(topic: Topic, event: NewEvent): Promise<{ commit(): Promise<Position> }>
  close(): Promise<void>
}

/** Context of a contract test: its own ledger, which is closed after it together with reopened ones. */
interface Bench {
  readonly hasTransactions: boolean
  given(): LedgerUnderTest
  reopen(): Promise<Ledger>
  close(other: Ledger): Promise<void>
}

/** The contract of every ledger adapter. With `hasTransactions`, `slowAppend` is required. */
export function ledgerContract(
  name: string,
  hasTransactions: boolean,
  open: () => Promise<LedgerUnderTest>,
): void {
  describe(`the ledger, ${name}`, () => {
    let given: LedgerUnderTest
    let others: Set<Ledger>

    beforeEach(async () => {
      given = await open()
      others = new Set()
    })
    afterEach(async () => {
      for (const other of others) await other.close()
      await given.close()
    })
    const bench: Bench = {
      hasTransactions,
      given: () => given,
      async reopen() {
        const other = await given.reopen()
        others.add(other)
        return other
      },
      async close(other) {
        others.delete(other)
        await other.close()
      },
    }
    appendingContract(bench)
    followingContract(bench)
  })
}

/** Appended events are stored at the returned position, once and in order, and can be read back. */
function appendingContract({ given, reopen, close }: Bench): void {
  describe('appending and reading', () => {
    let ledger: Ledger
    beforeEach(() => {
      ledger = given().ledger
    })

    it('returns the position of an append, and reads the event from there', async () => {
      const first = await ledger.append('events', event('ann', 'first'))
      const second = await ledger.append('events', event('ann', 'second'))
      expect(first).toEqual({ partition: partitionOf(ledger.partitions.events, 'ann'), offset: 0 })
      expect(second).toEqual({ ...first, offset: 1 })
      expect(textsOf([await ledger.at('events', second)])).toEqual(['second'])
      expect(await ledger.at('events', { ...first, offset: 2 })).toBeNull()
      expect(await ledger.at('events', { partition: 99, offset: 0 })).toBeNull()
    })

    it('returns the ends, and separates its topics', async () => {
      expect(await ledger.ends('events')).toEqual(Array(ledger.partitions.events).fill(0))
      await ledger.append('rules', event('', 'a rule'))
      const { partition } = await ledger.append('events', event('ann', 'a play'))
      const ends = Array(ledger.partitions.events).fill(0)
      ends[partition] = 1
      expect(await ledger.ends('events')).toEqual(ends)
      expect(await ledger.ends('rules')).toEqual([1])
      expect(textsOf(await readAll(ledger, 'events'))).toEqual(['a play'])
      expect(textsOf(await readAll(ledger, 'rules'))).toEqual(['a rule'])
    })

    it('preserves events byte for byte', async () => {
      const bytes = Uint8Array.from({ length: 4096 }, (_, i) => i % 256)
      const position = await ledger.append('events', { key: 'a "quoted", {braced} \\ key ✓', bytes })
      expect(await ledger.at('events', position)).toEqual({ ...position, bytes: Buffer.from(bytes) })
      await ledger.append('events', { key: 'ann', bytes: new Uint8Array() })
      const read = await readAll(ledger, 'events')
      expect(read.map((r) => r.bytes.length).sort()).toEqual([0, 4096])
    })

    it('keeps the events of a key in one partition, in the order of appending (invariant 3)', async () => {
      const keys = Array.from({ length: 20 }, (_, k) => `player ${k}`)
      const appended = Array.from({ length: 20 }, (_, n) =>
        keys.map((key) => event(key, `${key} ${n}`)),
      ).flat()
      await Promise.all(appended.map((e) => ledger.append('events', e)))
      const read = await readAll(ledger, 'events')
      for (const key of keys) {
        const own = read.filter((r) => textsOf([r])[0]?.startsWith(`${key} `))
        expect(new Set(own.map((r) => r.partition))).toEqual(
          new Set([partitionOf(ledger.partitions.events, key)]),
        )
        expect(textsOf(own)).toEqual(Array.from({ length: 20 }, (_, n) => `${key} ${n}`))
      }
    })

    it('neither loses nor duplicates 200 concurrent appends from two processes (invariant 1)', async () => {
      const writers = [ledger, await reopen()]
      const texts = Array.from({ length: 200 }, (_, i) => `event ${i}`)
      const positions = await Promise.all(
        texts.map((text, i) => (writers[i % 2] ?? ledger).append('events', event(`player ${i % 30}`, text))),
      )
      const read = await readAll(ledger, 'events')
      expect(textsOf(read).sort()).toEqual([...texts].sort())
      const at = new Map(read.map((r) => [`${r.partition}:${r.offset}`, textsOf([r])[0]]))
      expect(positions.map((p) => at.get(`${p.partition}:${p.offset}`))).toEqual(texts)
    })

    it('reads any range of offsets, in batches of any size', async () => {
      const key = 'ann'
      const partition = partitionOf(ledger.partitions.events, key)
      for (let n = 0; n < 7; n++) await ledger.append('events', event(key, `${n}`))
      const none = Array(ledger.partitions.events).fill(0)
      for (let start = 0; start <= 7; start++) {
        const from = none.with(partition, start)
        const rest = Array.from({ length: 7 - start }, (_, i) => `${start + i}`)
        expect(textsOf(await readAll(ledger, 'events', from, { maxBatch: 2 }))).toEqual(rest)
        const to = none.with(partition, 5)
        expect(textsOf(await readAll(ledger, 'events', from, { to }))).toEqual(
          rest.filter((n) => Number(n) < 5),
        )
      }
    })

    it('reads up to the ends at the time of the call', async () => {
      await ledger.append('events', event('ann', 'before'))
      const read: string[] = []
      for await (const batch of ledger.read('events', [], { maxBatch: 1 })) {
        read.push(...textsOf(batch))
        await ledger.append('events', event('ann', 'meanwhile'))
      }
      expect(read).toEqual(['before'])
    })

    it('accepts an event of 4 MB and one of the maximum size, and rejects only a larger one', async () => {
      const large = Buffer.alloc(4 * 1024 * 1024, 'large')
      const largest = Buffer.alloc(maxEventBytes, 'largest')
      const appends = await Promise.allSettled([
        ledger.append('events', { key: 'ann', bytes: large }),
        ledger.append('events', { key: 'ann', bytes: Buffer.alloc(maxEventBytes + 1) }),
        ledger.append('events', { key: 'ann', bytes: largest }),
      ])
      expect(appends.map((append) => append.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(appends[1]).toMatchObject({ reason: { name: 'EventTooLargeError' } })
      const read = await readAll(ledger, 'events')
      expect(read.map((r) => Buffer.compare(r.bytes, r.offset === 0 ? large : largest))).toEqual([0, 0])
      const [found] = read
      expect(found && (await ledger.at('events', found))?.bytes.length).toBe(large.length)
    })

    it('rejects an invalid key, and nothing else', async () => {
      const appends = await Promise.allSettled([
        ledger.append('events', event('a\0b', 'NUL')),
        ledger.append('events', event('k'.repeat(201), 'long')),
        ledger.append('events', event('k'.repeat(200), 'kept')),
      ])
      expect(appends.map((append) => append.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
      expect(textsOf(await readAll(ledger, 'events'))).toEqual(['kept'])
    })

    it('drains pending appends when closed, and rejects later ones', async () => {
      const closing = await reopen()
      const appends = [1, 2, 3].map((n) => closing.append('events', event('ann', `${n}`)))
      await close(closing)
      expect((await Promise.all(appends)).map((position) => position.offset)).toEqual([0, 1, 2])
      await expect(closing.append('events', event('ann', 'late'))).rejects.toThrow()
    })
  })
}

/** A subscriber misses no event, receives them in order, and resumes after failures. */
function followingContract({ hasTransactions, given, reopen, close }: Bench): void {
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
