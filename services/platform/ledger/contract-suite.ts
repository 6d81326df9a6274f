import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { maxEventBytes, type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Appendix, Ledger } from './ledger.ts'
import { partitionOf } from './partition-of.ts'
import { follow, readAll, textsOf } from './reading-in-tests.ts'

/** A ledger that is empty and nobody else's. */
export interface LedgerUnderTest {
  readonly ledger: Ledger
  /** The same ledger as another process would open it. The suite closes it. */
  reopen(): Promise<Ledger>
  /** Where the engine has transactions: begins one that appends, and leaves it open until `commit`. */
  slowAppend?(topic: Topic, event: Appendix): Promise<{ commit(): Promise<Position> }>
  close(): Promise<void>
}

/** What holds for every ledger, whatever engine stands behind it. */
export function ledgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`the ledger, ${name}`, () => {
    let given: LedgerUnderTest
    let ledger: Ledger
    let others: Set<Ledger>

    beforeEach(async () => {
      given = await open()
      ledger = given.ledger
      others = new Set()
    })
    afterEach(async () => {
      for (const other of others) await close(other)
      await given.close()
    })
    async function close(other: Ledger): Promise<void> {
      others.delete(other)
      await other.close()
    }
    async function reopen(): Promise<Ledger> {
      const other = await given.reopen()
      others.add(other)
      return other
    }

    it('gives an append its position, and gives the event back from there', async () => {
      const first = await ledger.append('events', event('ann', 'first'))
      const second = await ledger.append('events', event('ann', 'second'))
      expect(first).toEqual({ partition: partitionOf('events', 'ann'), offset: 0 })
      expect(second).toEqual({ ...first, offset: 1 })
      expect(textsOf([await ledger.at('events', second)])).toEqual(['second'])
      expect(await ledger.at('events', { ...first, offset: 2 })).toBeNull()
      expect(await ledger.at('events', { partition: 99, offset: 0 })).toBeNull()
    })

    it('tells the ends, and keeps its topics apart', async () => {
      expect(await ledger.ends('events')).toEqual(Array(topics.events.partitions).fill(0))
      await ledger.append('rules', event('', 'a rule'))
      const { partition } = await ledger.append('events', event('ann', 'a play'))
      const ends = Array(topics.events.partitions).fill(0)
      ends[partition] = 1
      expect(await ledger.ends('events')).toEqual(ends)
      expect(await ledger.ends('rules')).toEqual([1])
      expect(textsOf(await readAll(ledger, 'events'))).toEqual(['a play'])
      expect(textsOf(await readAll(ledger, 'rules'))).toEqual(['a rule'])
    })

    it('gives back what it was given, byte for byte', async () => {
      const bytes = Uint8Array.from({ length: 4096 }, (_, i) => i % 256)
      const position = await ledger.append('events', { key: 'a "quoted", {braced} \\ key ✓', bytes })
      expect(await ledger.at('events', position)).toEqual({ ...position, bytes: Buffer.from(bytes) })
      await ledger.append('events', { key: 'ann', bytes: new Uint8Array() })
      const read = await readAll(ledger, 'events')
      expect(read.map((r) => r.bytes.length).sort()).toEqual([0, 4096])
    })

    it('keeps the events of a key in one partition, in the order of appending', async () => {
      const keys = Array.from({ length: 20 }, (_, k) => `player ${k}`)
      const appended = Array.from({ length: 20 }, (_, n) =>
        keys.map((key) => event(key, `${key} ${n}`)),
      ).flat()
      await Promise.all(appended.map((e) => ledger.append('events', e)))
      const read = await readAll(ledger, 'events')
      for (const key of keys) {
        const own = read.filter((r) => textsOf([r])[0]?.startsWith(`${key} `))
        expect(new Set(own.map((r) => r.partition))).toEqual(new Set([partitionOf('events', key)]))
        expect(textsOf(own)).toEqual(Array.from({ length: 20 }, (_, n) => `${key} ${n}`))
      }
    })

    it('loses and doubles nothing of 200 appends at once, from two processes', async () => {
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

    it('reads from any position, up to any other, in batches of any size', async () => {
      const key = 'ann'
      const partition = partitionOf('events', key)
      for (let n = 0; n < 7; n++) await ledger.append('events', event(key, `${n}`))
      const none = Array(topics.events.partitions).fill(0)
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

    it('reads up to what was there at the call', async () => {
      await ledger.append('events', event('ann', 'before'))
      const read: string[] = []
      for await (const batch of ledger.read('events', [], { maxBatch: 1 })) {
        read.push(...textsOf(batch))
        await ledger.append('events', event('ann', 'meanwhile'))
      }
      expect(read).toEqual(['before'])
    })

    it('never lets a reader skip a slow transaction', async ({ skip }) => {
      if (!given.slowAppend) return skip(`${name} has no transactions to be slow`)
      const { keys, partition } = keysOfOnePartition(2)
      const [slowKey = '', quickKey = ''] = keys
      const elsewhere = keyOutside(partition)
      const reader = follow(await reopen(), 'events')
      const slow = await given.slowAppend('events', event(slowKey, 'slow'))
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

    it('shows a reader every event once and in order while others append', async () => {
      const reader = follow(await reopen(), 'events', { maxBatch: 7 })
      const writers = [ledger, await reopen()]
      const appends = Array.from({ length: 300 }, (_, i) =>
        (writers[i % 2] ?? ledger).append('events', event(`player ${i % 25}`, `event ${i}`)),
      )
      await Promise.all(appends)
      await reader.until(300)
      const next = Array(topics.events.partitions).fill(0)
      for (const { partition, offset } of reader.read) expect(offset).toBe(next[partition]++)
      expect(next).toEqual(await ledger.ends('events'))
    })

    it('lets a reader that died go on where its checkpoint stands', async () => {
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

    it('gives a handler that throws the same batch again', async () => {
      const reader = follow(ledger, 'events', { failures: 2 })
      await ledger.append('events', event('ann', 'again and again'))
      await reader.until(1)
      expect(reader.failed.map(textsOf)).toEqual([['again and again'], ['again and again']])
      expect(reader.resumed()).toBe(3)
      await ledger.append('events', event('ann', 'and on'))
      await reader.until(2)
      expect(textsOf(reader.read)).toEqual(['again and again', 'and on'])
    })

    it('refuses a checkpoint beyond the end instead of waiting there', async () => {
      const { partition } = await ledger.append('events', event('ann', 'only'))
      const checkpoint = new Map([[partition, 5]])
      const reader = follow(ledger, 'events', { checkpoint })
      await reader.untilResumed(2)
      checkpoint.set(partition, 0)
      await reader.until(1)
      expect(textsOf(reader.read)).toEqual(['only'])
    })

    it('lets the batch at hand finish when it is stopped, and gives no other', async () => {
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

    it('wakes its readers within 100 ms', async () => {
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
      // The median: a busy machine may hold one of them up.
      expect(waits.sort((a, b) => a - b)[4]).toBeLessThan(100)
    })

    it('takes an event of 4 MB and one of the greatest size, and refuses a larger one alone', async () => {
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

    it('refuses a key it could not keep, and nothing beside it', async () => {
      const appends = await Promise.allSettled([
        ledger.append('events', event('a\0b', 'NUL')),
        ledger.append('events', event('k'.repeat(201), 'long')),
        ledger.append('events', event('k'.repeat(200), 'kept')),
      ])
      expect(appends.map((append) => append.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
      expect(textsOf(await readAll(ledger, 'events'))).toEqual(['kept'])
    })

    it('waits for the appends at hand when it is closed, and takes no more', async () => {
      const closing = await reopen()
      const appends = [1, 2, 3].map((n) => closing.append('events', event('ann', `${n}`)))
      await close(closing)
      expect((await Promise.all(appends)).map((position) => position.offset)).toEqual([0, 1, 2])
      await expect(closing.append('events', event('ann', 'late'))).rejects.toThrow()
    })
  })
}

function event(key: string, text: string): Appendix {
  return { key, bytes: Buffer.from(text) }
}

function keysOfOnePartition(count: number): { keys: string[]; partition: number } {
  const partition = partitionOf('events', 'player 0')
  const keys: string[] = []
  for (let n = 0; keys.length < count; n++)
    if (partitionOf('events', `player ${n}`) === partition) keys.push(`player ${n}`)
  return { keys, partition }
}

function keyOutside(partition: number): string {
  let n = 0
  while (partitionOf('events', `player ${n}`) === partition) n++
  return `player ${n}`
}
