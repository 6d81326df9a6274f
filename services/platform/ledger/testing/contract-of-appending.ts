import { maxEventBytes } from '@stepledger/contracts/ledger/topic.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Ledger, partitionOf } from '../ledger.ts'
import type { Bench } from './ledger-under-test.ts'
import { event, readAll, textsOf } from './reading.ts'

/** Appended events are stored at the returned position, once and in order, and can be read back. */
export function appendingContract({ given, reopen, close }: Bench): void {
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
