import type { AgreedTexts } from '../agreed-texts.ts'

const play = ['web/features/play', 'web/ui/score.tsx']
const profile = ['web/features/profile']

export const playsTexts: readonly AgreedTexts[] = [
  {
    where: 'play',
    files: play,
    texts: ['Play ID is required', 'Failed to load play', 'Play not found'],
  },
  {
    where: 'play, timing statistics',
    files: play,
    texts: [
      'Mean absolute error',
      'Mean offset',
      'Three times the standard deviation',
      'Max error',
      'covers 99.7% of steps',
    ],
  },
  {
    where: 'play, judgments',
    files: ['contracts/rules', 'projections/scoring'],
    texts: [
      'Fantastic (10ms)',
      'Fantastic (15ms)',
      'Fantastic (23ms)',
      'Excellent',
      'Great',
      'Decent',
      'Way Off',
      'Miss',
    ],
  },
  {
    where: 'player',
    files: [...profile, 'web/parts/rivals/use-rival-switch.ts'],
    texts: [
      'You must be logged in to view your profile',
      'User not found',
      'Failed to load user data',
      'You',
      'Rival',
      'Add Rival',
      'Remove Rival',
      'Failed to add rival',
      'Failed to remove rival',
      'Member since',
    ],
  },
  {
    where: 'player, event',
    files: profile,
    texts: ['Not participating', "This user hasn't participated in the Blue Shift Beta event yet."],
  },
  {
    where: 'player, recent scores',
    files: profile,
    texts: ['Recent Scores', 'No recent scores', 'Failed to load recent plays'],
  },
]
