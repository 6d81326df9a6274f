import { expect, it } from 'vitest'
import { appendForPlays } from './append-for-plays.ts'

it('begins no further append after one has failed', async () => {
  let begun = 0
  let fail = () => {}
  const append = () => {
    begun++
    return new Promise<never>((_, reject) => {
      fail = () => reject(new Error('the ledger is away'))
    })
  }
  const page = Array.from({ length: 500 }, (_, playId) => ({ playId, player: 'ann' }))
  const appending = appendForPlays(
    { append },
    async () => page,
    () => Buffer.from('event'),
  )
  await expect.poll(() => begun).toBeGreaterThan(0)
  const atOnce = begun
  fail()
  await expect(appending).rejects.toThrow('the ledger is away')
  await new Promise(setImmediate)
  expect(begun).toBe(atOnce)
})
