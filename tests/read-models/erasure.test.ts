import type { PlayerErased } from '@stepledger/contracts/erasure/events.ts'
import type { RivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { dump } from './dump.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const [ada, ben] = [playerNumber(1), playerNumber(2)]
const chart = 'aaaaaaaaaaaaaaaa'
const erased: PlayerErased = {
  id: 'erased',
  type: 'PlayerErased',
  v: 1,
  at: 2_000_000_000_000,
  key: ada,
  data: {},
}
const playOf = (player: string, playId: number) =>
  smallPlay({ playId, player, chart, offset: playId / 1000, at: 1_900_000_000_000 })

let models: FoldedModels
beforeEach(async () => {
  models = await foldedModels()
})
afterEach(() => models.close())

it('drops a play that was in flight when its player was erased, in the same batch and in a later one', async () => {
  await models.fold([playOf(ben, 1), erased, playOf(ada, 2)])
  const together = await dump(models.database.pool, 'g1')

  expect(together.plays).toHaveLength(1)
  expect(together.charts).toMatchObject([{ plays: 1 }])

  await models.fold([playOf(ada, 3)])
  expect(await dump(models.database.pool, 'g1')).toEqual(together)
})

it("leaves only a tombstone of an erased player, and others can't follow the player", async () => {
  const follows = (key: string, rivalId: string): RivalAdded => ({
    id: key,
    type: 'RivalAdded',
    v: 1,
    at: 1,
    key,
    data: { rivalId },
  })
  await models.fold([playOf(ben, 1)])
  const before = await dump(models.database.pool, 'g1')

  await models.fold([playOf(ada, 2), follows(ben, ada), follows(ada, ben)])
  await models.fold([erased])
  await models.fold([follows(ben, ada)])

  const { players, boards, streams, ...others } = await dump(models.database.pool, 'g1')
  const { players: playersBefore = [], boards: boardsBefore, streams: _, ...othersBefore } = before
  expect(others).toEqual(othersBefore)
  expect(boards).toEqual(boardsBefore)
  // States of streams stay, with digests instead of ids.
  expect(streams).toHaveLength(3)
  expect(JSON.stringify(streams)).not.toContain(ada)
  expect(players).toEqual([{ id: ada, plays: 0, erased_at: 2_000_000_000_000 }, ...playersBefore])
})
