import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { participationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import fc from 'fast-check'

const playerCount = 4
/** Two charts that everybody plays, and some rare ones, whose plays or counting plays may all disappear. */
export const charts = ['a', 'b', '1', '2', '3', '4'].map((digit) => digit.repeat(16))
const hotCharts = 2

export type Action =
  | {
      kind: 'play'
      player: number
      chart: number
      content: number
      at: number
      failed: boolean
      title: number
    }
  | { kind: 'withdraw'; player: number; nth: number }
  | { kind: 'wipe' | 'reinstate'; player: number; nth: number; wipe: number }
  | { kind: 'follow' | 'unfollow'; player: number; rival: number }
  | { kind: 'participate'; player: number; to: ParticipationStatus }
  | { kind: 'erase'; player: number }
  | { kind: 'song'; pack: number; song: number; charts: number[]; title: number; at: number; banner: boolean }
  | { kind: 'list'; pack: number; songs: number[]; banner: boolean }
  | { kind: 'rename' | 'remove'; pack: number }
  | { kind: 'upload'; pack: number; uploader: number | null; at: number }
  | { kind: 'decide'; pack: number; nth: number; accepted: boolean; at: number }

export const packs = 3
const pack = fc.nat({ max: packs - 1 })
/** Songs of a pack. */
const song = fc.nat({ max: 2 })

const player = fc.nat({ max: playerCount - 1 })
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      player,
      chart: fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: hotCharts - 1 }) },
        { weight: 1, arbitrary: fc.integer({ min: hotCharts, max: charts.length - 1 }) },
      ),
      content: fc.nat({ max: 8 }),
      at: fc.nat({ max: 2 }),
      failed: fc.boolean(),
      title: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), player, nth: fc.nat({ max: 6 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('wipe' as const, 'reinstate' as const),
      player,
      // Few plays and wipes, so that plays are wiped and reinstated repeatedly.
      nth: fc.nat({ max: 3 }),
      wipe: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('follow' as const, 'unfollow' as const),
      player,
      // Few pairs, so that rivals are added and removed repeatedly.
      rival: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('participate' as const),
      player,
      to: fc.oneof(
        fc.constantFrom('in' as const, 'left' as const),
        fc.constantFrom(...participationStatus.options),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), player }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('song' as const),
      pack,
      song,
      charts: fc.array(fc.nat({ max: charts.length - 1 }), { maxLength: 3 }),
      title: fc.nat({ max: 2 }),
      at: fc.nat({ max: 2 }),
      banner: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      pack,
      songs: fc.uniqueArray(song),
      banner: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rename' as const, 'remove' as const), pack }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      pack,
      uploader: fc.option(fc.nat({ max: 2 })),
      at: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      pack,
      nth: fc.nat({ max: 8 }),
      accepted: fc.boolean(),
      at: fc.nat({ max: 2 }),
    }),
  },
)
