import { expect, it } from 'vitest'
import { deferred } from '../async/deferred-in-tests.ts'
import { followReachability, silenceOf } from './reachability.ts'

it('names the part that does not answer, since when, and has at most one request to it in flight', async () => {
  let seconds = 0
  let kafka: () => Promise<unknown> = async () => {}
  let asked = 0
  const parts = followReachability(
    [
      { name: 'database', product: 'Postgres', check: async () => {} },
      {
        name: 'ledger',
        product: 'Kafka',
        check: () => {
          asked += 1
          return kafka()
        },
      },
    ],
    { timeoutMs: 10, now: () => seconds * 1000 },
  )
  expect(silenceOf(await parts.probe())).toEqual([])

  const [hanging, answer] = deferred()
  kafka = () => hanging
  seconds = 50
  expect(silenceOf(await parts.probe())).toEqual(['Kafka has not answered for 50 s'])
  seconds = 80
  expect(silenceOf(await parts.probe())).toEqual(['Kafka has not answered for 80 s'])
  expect(asked).toBe(2)

  answer()
  expect(silenceOf(await parts.probe())).toEqual([])
  kafka = () => Promise.reject(new Error('away'))
  seconds = 85
  expect(silenceOf(await parts.probe())).toEqual(['Kafka has not answered for 5 s'])
})
