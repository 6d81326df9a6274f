import { maxPackCells } from '@stepledger/contracts/packs/pack-limits.ts'
import { expect, it } from 'vitest'
import { packBudget } from './read-pack.ts'

const MiB = 1024 ** 2
const media = (size: number) => [{ sha256: '', ending: 'json' as const, bytes: Buffer.alloc(size) }]

it('accepts a pack of 3,000 songs', () => {
  const { spend } = packBudget(400 * MiB)
  const song = { cells: 100_000, media: media(300_000) }
  for (let n = 0; n < 3_000; n += 1) spend(song)
})

it('rejects a pack with too many rows × panels, and names the limit', () => {
  const { spend } = packBudget(MiB)
  spend({ cells: maxPackCells, media: [] })
  expect(() => spend({ cells: 1, media: [] })).toThrow(
    'Its charts have too many notes: rows × panels may be 400,000,000.',
  )
})

it('rejects a pack whose output is too large for its size', () => {
  const small = packBudget(34_000)
  small.spend({ cells: 0, media: media(64 * MiB) })
  expect(() => small.spend({ cells: 0, media: media(1) })).toThrow(
    'Its pictures and step previews take more than 64.0 MB, which is all that a zip of 34 KB may bring.',
  )
  const larger = packBudget(MiB)
  for (let n = 0; n < 20; n += 1) larger.spend({ cells: 0, media: media(10 * MiB) })
  expect(() => larger.spend({ cells: 0, media: media(1) })).toThrow('200.0 MB')
})
