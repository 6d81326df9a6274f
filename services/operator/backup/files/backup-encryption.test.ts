import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seal, UnsealError, unseal } from './backup-encryption.ts'

const key = Buffer.alloc(32, 1)
const frame = 1024 * 1024

async function* chunksOf(chunks: readonly Uint8Array[]) {
  yield* chunks
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

it('returns the same content, for any sizes of chunks and contents around the size of a frame', async () => {
  const sizes = fc.constantFrom(0, 1, 21, frame - 1, frame, frame + 1, 2 * frame)
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1000, max: 400_000 }), async (size, chunkSize) => {
      const content = Buffer.alloc(size, 'abc')
      const chunks: Buffer[] = []
      for (let at = 0; at < size; at += chunkSize) chunks.push(content.subarray(at, at + chunkSize))
      const sealed = await collect(seal(chunksOf(chunks), key))
      expect((await collect(unseal(chunksOf([sealed]), key))).equals(content)).toBe(true)
    }),
    { numRuns: 15 },
  )
})

it('refuses a changed byte, a missing frame, exchanged frames, and another key', async () => {
  const content = Buffer.alloc(2 * frame + 10, 'abc')
  const sealed = await collect(seal(chunksOf([content]), key))
  const header = 21
  const framed = frame + 16
  const [first, second] = [
    sealed.subarray(header, header + framed),
    sealed.subarray(header + framed, header + 2 * framed),
  ]
  const changed = Buffer.from(sealed)
  changed[header + 5] = (changed[header + 5] ?? 0) ^ 1
  const head = sealed.subarray(0, header)
  const broken = [
    changed,
    sealed.subarray(0, sealed.length - 1),
    sealed.subarray(0, header + 2 * framed),
    sealed.subarray(0, header + framed),
    sealed.subarray(0, 10),
    Buffer.concat([head, second, first, sealed.subarray(header + 2 * framed)]),
  ]
  for (const one of broken) await expect(collect(unseal(chunksOf([one]), key))).rejects.toThrow(UnsealError)
  await expect(collect(unseal(chunksOf([sealed]), Buffer.alloc(32, 2)))).rejects.toThrow(UnsealError)
})

it('encrypts equal contents differently', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => collect(seal(chunksOf([Buffer.from('same')]), key))))
  expect(a).not.toEqual(b)
})
