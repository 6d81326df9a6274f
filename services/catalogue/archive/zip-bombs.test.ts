import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packedZeros, zip } from '../../../tests/generators/zip.ts'
import { openPack } from './open-pack.ts'
import { chart, isOpen, MB, path, refusal, song } from './zip-in-tests.ts'

/** Bytes that this process has read from files; Linux only. */
function bytesRead(): number {
  if (process.platform !== 'linux') return 0
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}

it('rejects a bomb of 1 GiB of zeros by its central directory, without unpacking it', async () => {
  const bomb = zip([song, { name: 'P/S/zeros.txt', packed: packedZeros(1024), size: 1024 ** 3 }])
  writeFileSync(path, bomb)
  const before = process.memoryUsage().arrayBuffers
  const readBefore = bytesRead()

  await expect(openPack(path)).rejects.toThrow(/^The zip would unpack to 1\.0 GB, \d,\d{3} times its size\.$/)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MB)
  expect(bytesRead() - readBefore).toBeLessThan(MB / 4)
})

it('stops unpacking a bomb that declares 5 MB after 5 MB', async () => {
  const bomb = zip([{ name: 'P/S/a.sm', packed: packedZeros(1024), size: 5 * MB }])
  const before = process.memoryUsage().rss

  expect((await refusal(bomb))?.reason).toBe('“P/S/a.sm” in the zip is not what the zip says it is.')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB)
})

it('opens a pack next to a large file with a high compression ratio, which is left out unread', async () => {
  const bytes = zip([song, { name: 'P/S/zeros.png', packed: packedZeros(60), size: 60 * MB }])

  expect(await refusal(bytes)).toBeUndefined()
})

it('reads a zip with any bytes changed, or rejects it with a reason', async () => {
  const honest = [
    zip([song, { name: 'P/夜/b.ssc', bytes: chart }, { name: 'P/bn.png', bytes: chart, method: 0 }]),
    zip([song, { name: 'P/T/b.ssc', bytes: chart }], { zip64: true }),
  ]
  const change = fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0, 255, 127, 128)))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...honest),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.option(fc.nat(), { freq: 5 }),
      async (bytes, changes, cut) => {
        const changed = Buffer.from(bytes)
        for (const [at, value] of changes) changed[at % changed.length] = value
        const refused = await refusal(changed.subarray(0, cut === null ? undefined : cut % changed.length))

        expect(refused?.reason ?? 'It is.').toMatch(/\.$/)
      },
    ),
    { numRuns: 200 },
  )
  expect(isOpen()).toBe(false)
})
