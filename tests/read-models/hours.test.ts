import type { PlayWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { hoursOfPlayer } from '@stepledger/projections/hours/reads.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const ada = playerNumber(1)
const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

it('counts the plays of a player by hour, without a withdrawn one', async () => {
  // Given three plays in two hours,
  const times = ['09:00', '09:59:59.999', '23:30']
  await models.fold(times.map((time, i) => play(i + 1, time)))
  expect(await hoursOfPlayer(models.generation, ada)).toEqual([
    { hour: 9, plays: 2 },
    { hour: 23, plays: 1 },
  ])

  // when the latest and one of the others are withdrawn, then the latest's hour is gone and the other's has one less.
  await models.fold([withdrawal(3), withdrawal(1)])
  expect(await hoursOfPlayer(models.generation, ada)).toEqual([{ hour: 9, plays: 1 }])
})

function play(playId: number, time: string) {
  return smallPlay({ playId, player: ada, chart: 'a'.repeat(16), offset: 0, at: at(time) })
}

function withdrawal(playId: number): PlayWithdrawn {
  const data = { playId, by: 'player', reason: null } as const
  return { id: `withdrawal-${playId}`, type: 'PlayWithdrawn', v: 1, at: at('23:59'), key: ada, data }
}
