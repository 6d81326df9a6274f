import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copiedEvents } from './copied-events.ts'

/** The header before the first row. */
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])

function rowOf(partition: number, offset: number, body: Buffer): Buffer {
  const row = Buffer.alloc(24)
  row.writeInt16BE(3, 0)
  row.writeInt32BE(2, 2)
  row.writeInt16BE(partition, 6)
  row.writeInt32BE(8, 8)
  row.writeBigInt64BE(BigInt(offset), 12)
  row.writeInt32BE(body.length, 20)
  return Buffer.concat([row, body])
}

/** Reads events of these sizes, in bytes. All rows share one buffer, as with `copyOut`. */
function read(sizes: readonly number[]) {
  const { events, add } = copiedEvents()
  const incoming = Buffer.alloc(Math.max(0, ...sizes) + header.length + 24)
  for (const [i, size] of sizes.entries()) {
    const row = rowOf(i % 12, i, Buffer.alloc(size, i))
    const message = i === 0 ? Buffer.concat([header, row]) : row
    message.copy(incoming)
    add(incoming.subarray(0, message.length))
  }
  const end = Buffer.from([0xff, 0xff])
  add(sizes.length === 0 ? Buffer.concat([header, end]) : end)
  const buffers = new Set(events.map(({ bytes }) => bytes.buffer))
  const allocated = [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0)
  return { events, allocated }
}

describe('events from a binary copy', () => {
  it('equal those sent, and memory grows with them: one event allocates no more than its size', () => {
    expect(read([6_000]).allocated).toBe(6_000)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 200 }), (sizes) => {
        const { events, allocated } = read(sizes)
        const whole = events.filter(
          ({ partition, offset, bytes }, i) =>
            partition === i % 12 && offset === i && Buffer.alloc(sizes[i] ?? 0, i).equals(bytes),
        )
        expect(whole.length).toBe(sizes.length)
        const total = sizes.reduce((sum, size) => sum + size, 0)
        expect(allocated).toBeLessThanOrEqual(3 * total)
      }),
    )
  })

  it('of a long page share few buffers', () => {
    const { events } = read(Array(500).fill(20_000))
    expect(new Set(events.map(({ bytes }) => bytes.buffer)).size).toBeLessThan(20)
  })

  it('are rejected if the format differs', () => {
    expect(() => copiedEvents().add(Buffer.from('1\t2\tthree\n and more of it'))).toThrow('not a binary copy')
  })
})
