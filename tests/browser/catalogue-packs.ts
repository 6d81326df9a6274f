import type { SmallPack } from '../generators/append-packs.ts'
import { packChart } from '../generators/pack-chart.ts'
import { smallChart } from './scores.ts'

const day = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)

export const hard = smallChart(1, 11)
export const doubles = smallChart(2, 13)
export const easy = smallChart(3, 4)

/**
 * Two packs that share a chart (the earlier one describes it and has more than one page of songs), and enough others
 * for a second page of packs.
 */
const shared: SmallPack = {
  packId: 1,
  name: 'Arcade Sundries',
  at: firstDay + 60 * day,
  songs: [
    {
      songId: 1,
      title: 'Second Stage',
      subtitle: '(Relit)',
      artist: 'Rotor Club',
      charts: [
        packChart(hard, {
          difficulty: 'Hard',
          stepartist: 'voltwalker',
          description: 'runs',
          displayBpm: '87-174',
          streams: [{ unit: 16, measures: 48, breaks: 8, brief: '16-8/24', detailed: '16-8 (8) 24' }],
          radar: { jumps: 7, hands: 0 },
        }),
        packChart(doubles, { difficulty: 'Challenge', stepsType: 'dance-double' }),
        packChart(easy, { difficulty: 'Beginner', stepartist: '' }),
      ],
    },
    ...Array.from({ length: 26 }, (_, i) => ({
      songId: 10 + i,
      title: `Song ${String.fromCharCode(65 + i)}`,
      artist: `Artist ${String.fromCharCode(90 - i)}`,
      charts: [packChart(smallChart(100 + i, 7 + (i % 3)), { difficulty: 'Medium' })],
    })),
  ],
}
const again: SmallPack = {
  packId: 2,
  name: 'Basement Tapes',
  at: firstDay,
  songs: [{ songId: 2, title: '', artist: '', charts: [packChart(smallChart(4), { stepartist: '' })] }],
}
const holder: SmallPack = {
  packId: 3,
  name: 'Cold Start',
  at: firstDay + 61 * day,
  songs: [{ songId: 3, title: 'Second Stage', charts: [packChart(hard, { difficulty: 'Hard' })] }],
}
const others: SmallPack[] = Array.from({ length: 27 }, (_, i) => ({
  packId: 10 + i,
  name: `Pack ${String(i + 1).padStart(2, '0')}`,
  at: firstDay + (i + 1) * day,
  songs: [],
}))
export const packs = [shared, again, holder, ...others]
