import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'

export const user = { id: '00000000-0000-4000-8000-000000000001', alias: 'ada', profileImageUrl: null }
/** A play of `user`; later ones have greater ids. */
export const play = (playId: number, meter: number | null = 10): RecentPlay => ({
  playId,
  createdAt: new Date(1_800_000_000_000 + playId * 1000).toISOString(),
  chart: {
    hash: '0123456789abcdef',
    title: 'Song',
    artist: 'Artist',
    difficulty: null,
    meter,
    stepsType: null,
    banner: null,
    bannerUrl: null,
    mdBannerUrl: null,
    smBannerUrl: null,
  },
  user,
  leaderboards: [],
  eligible: true,
  reasons: [],
  rate: 1,
})
