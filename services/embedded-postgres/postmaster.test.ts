import { expect, it } from 'vitest'
import { sharedBuffersMiB } from './postmaster.ts'

it('gives Postgres an eighth of the memory as shared buffers, at least 256 MiB and at most 1 GiB', () => {
  const gib = 2 ** 30
  expect([0.5, 1, 4, 6.5, 8, 64].map((memory) => sharedBuffersMiB(memory * gib))).toEqual([
    256, 256, 512, 832, 1_024, 1_024,
  ])
})
