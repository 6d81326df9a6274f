import type { AgreedTexts } from '../agreed-texts.ts'

const packs = ['web/features/packs', 'web/ui/lists']
const pack = ['web/features/pack', 'web/ui/lists', 'web/ui/recent-plays.tsx']
const charts = ['web/features/charts', 'web/ui/lists', 'contracts/look/chart-names.ts']
const chart = ['web/features/chart']

export const catalogueTexts: readonly AgreedTexts[] = [
  {
    where: 'lists',
    files: ['web/ui/lists', 'web/ui/states.tsx'],
    texts: ['Search $', 'Showing $ of $ $', '$: $', '$...', 'Retry'],
  },
  {
    where: 'packs',
    files: packs,
    texts: [
      'Packs',
      'Pack Name',
      'Songs',
      'Added',
      'No packs found matching "$"',
      'No packs available',
      'Error loading packs',
      'Failed to fetch packs',
    ],
  },
  {
    where: 'pack',
    files: pack,
    texts: [
      'Pack ID is required',
      'Invalid pack ID',
      'Pack not found',
      'Failed to load pack data',
      'Recent Scores',
      'Chart',
      'Player',
      'Grade',
      'Score',
      'Date',
      'No recent scores',
    ],
  },
  {
    where: 'pack, songs',
    files: pack,
    texts: [
      'Simfiles',
      'Title',
      'Artist',
      'Charts',
      'No songs found matching "$"',
      'No songs available in this pack',
      'Error loading simfiles',
      'Failed to fetch simfiles',
    ],
  },
  {
    where: 'charts',
    files: charts,
    texts: [
      'Charts',
      'Filters $',
      'Steps Type',
      'All Types',
      'Difficulty',
      'All Difficulties',
      'Clear Filters',
      'Song',
      'Rating',
      'Packs',
      'Stepartist',
      'Added',
      'Unknown Title',
      'Unknown Artist',
      'No charts found matching "$"',
      'No charts available',
      'Error loading charts',
      'Failed to fetch charts',
    ],
  },
  {
    where: 'steps types',
    files: ['web/ui/difficulty.tsx'],
    texts: ['Single', 'Double'],
  },
  {
    where: 'chart',
    files: chart,
    texts: ['Chart hash is required', 'Chart not found', 'Failed to load chart', 'Associated Simfiles'],
  },
  {
    where: 'chart, steps',
    files: chart,
    texts: ['Steps', 'Show', 'Speed', 'Failed to load steps', 'This chart has no steps'],
  },
  {
    where: 'chart without a title',
    files: ['contracts/look/chart-names.ts'],
    texts: ['Unknown Title', 'Unknown Artist'],
  },
  {
    where: 'chart, boards',
    files: [...chart, 'web/live/live-list.tsx'],
    texts: [
      'Recent Scores',
      'No recent scores',
      'Leaderboards',
      'Rank',
      'Player',
      'Grade',
      'Score',
      'Date',
      'No scores yet',
      'Be the first to set a score on this chart!',
      'Failed to load leaderboards',
    ],
  },
]
