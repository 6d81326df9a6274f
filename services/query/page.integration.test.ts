import { randomUUID } from 'node:crypto'
import { playCountOf } from '@stepledger/projections/players/reads.ts'
import { expect, it } from 'vitest'
import { foldingLedger } from '../../tests/folding-ledger.ts'
import { deferred } from '../platform/async/deferred-in-tests.ts'
import { maxQueuedSlowPages, type Page, pageMaker } from './page.ts'
import { postgresRankings } from './rankings.ts'

it('renders slow pages one at a time, so that others never wait for them, and refuses those beyond its queue', async () => {
  const { database, ledger, settled, close } = await foldingLedger()
  const generation = await settled()
  const makePage = pageMaker({
    database,
    ledger,
    rankings: postgresRankings,
    players: { lookUp: async () => new Map() },
  })
  const [finished, finish] = deferred()
  let running = 0
  let mostAtOnce = 0
  const slow: Page<null, number> = async () => {
    mostAtOnce = Math.max(mostAtOnce, ++running)
    await finished
    const answer = running--
    return () => ({ answer, tags: [] })
  }
  const quick: Page<number, number> = async (_, answer) => () => ({ answer, tags: [] })

  const rendered = Array.from({ length: maxQueuedSlowPages + 1 }, () =>
    makePage(slow, null, generation, true),
  )
  await expect(makePage(slow, null, generation, true)).rejects.toMatchObject({ status: 503 })
  expect(await makePage(quick, 1, generation)).toMatchObject({ answer: 1 })

  finish()
  expect(await Promise.all(rendered)).toHaveLength(maxQueuedSlowPages + 1)
  expect(mostAtOnce).toBe(1)

  // The second step of a page cannot read from the snapshot.
  const tooLate: Page<null, number> =
    async ({ generation }) =>
    async () => ({ answer: await playCountOf(generation, randomUUID()), tags: [] })
  await expect(makePage(tooLate, null, generation)).rejects.toThrow('the snapshot has ended')
  await close()
})
