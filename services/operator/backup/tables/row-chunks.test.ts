import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { rowChunks } from './row-chunks.ts'

const row = (n: number) => `${createHash('sha256').update(String(n)).digest('hex').repeat(3)}\t${n}\n`

async function chunksOf(rows: readonly string[], pieceBytes = 50_000): Promise<string[]> {
  const whole = Buffer.from(rows.join(''))
  async function* pieces() {
    for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
  }
  const chunks: Buffer[] = []
  let count = 0
  for await (const { rows, bytes } of rowChunks(pieces())) {
    chunks.push(bytes)
    count += rows
  }
  expect(Buffer.concat(chunks).equals(whole)).toBe(true)
  expect(count).toBe(rows.length)
  return chunks.map((chunk) => chunk.toString())
}

it('splits rows into chunks, whatever pieces they arrive in; without rows there is none', async () => {
  const rows = Array.from({ length: 40_000 }, (_, n) => row(n))
  const chunks = await chunksOf(rows)
  expect(chunks.length).toBeGreaterThan(3)
  expect(await chunksOf(rows, 777)).toEqual(chunks)
  expect(await chunksOf([])).toEqual([])
})

it('changes few chunks when rows are inserted and deleted', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => row(n))
  const before = new Set(await chunksOf(rows))
  const changed = [...rows.slice(0, 30_000), row(1_000_000), ...rows.slice(30_001)]
  const after = await chunksOf(changed)
  expect(after.filter((chunk) => !before.has(chunk)).length).toBeLessThanOrEqual(2)
})

it('rejects a stream that ends within a row', async () => {
  async function* cut() {
    yield Buffer.from('1\ta\n2\tb')
  }
  const reading = async () => {
    for await (const _ of rowChunks(cut()));
  }
  await expect(reading()).rejects.toThrow('COPY ended within a row')
})
