import { expect, it } from 'vitest'
import { refusalCounts } from './refusal-counts.ts'

const refused = (key: string, sample: string, reason = 'invalid', player: string | null = null) => ({
  key,
  player,
  reason,
  sample,
  client: null,
  at: 1,
})

it('counts by key and reason with the last sample, and keys beyond the limit together', () => {
  const counts = refusalCounts(2)
  counts.add(refused('sl_aaaaa', 'first'))
  counts.add(refused('sl_aaaaa', 'second'))
  counts.add(refused('sl_bbbbb', 'unknown', 'key'))
  for (let i = 0; i < 1_000; i++) counts.add(refused(`sl_${i}`, `made up ${i}`, 'key'))
  counts.add(refused('sl_aaaaa', 'third'))

  const drained = counts.drain()
  expect(drained).toEqual([
    { ...refused('sl_aaaaa', 'third'), count: 3 },
    { ...refused('sl_bbbbb', 'unknown', 'key'), count: 1 },
    { ...refused('others', 'made up 999', 'key'), count: 1_000 },
  ])
  expect(counts.drain()).toEqual([])

  counts.restore(drained)
  counts.add(refused('sl_bbbbb', 'again', 'key'))
  expect(counts.drain().map(({ count }) => count)).toEqual([3, 2, 1_000])
})

it('keeps the latest sample when counts that could not be written are added again', () => {
  const counts = refusalCounts(2)
  counts.add(refused('sl_aaaaa', 'earlier'))
  const drained = counts.drain()
  counts.add({ ...refused('sl_aaaaa', 'later'), at: 2 })
  counts.restore(drained)
  expect(counts.drain()).toEqual([{ ...refused('sl_aaaaa', 'later'), at: 2, count: 2 }])
})

it('counts valid keys beside any number of invented ones', () => {
  const counts = refusalCounts(2)
  for (let i = 0; i < 1_000; i++) counts.add(refused(`sl_${i}`, 'made up', 'key'))
  for (const key of ['sl_aaaaa', 'sl_bbbbb', 'sl_ccccc']) counts.add(refused(key, 'steps', 'invalid', 'ada'))

  expect(counts.drain().map(({ key, player, count }) => [key, player, count])).toEqual([
    ['sl_0', null, 1],
    ['sl_1', null, 1],
    ['others', null, 998],
    ['sl_aaaaa', 'ada', 1],
    ['sl_bbbbb', 'ada', 1],
    ['others', null, 1],
  ])
})
