import type { AgreedTexts } from '../agreed-texts.ts'

const home = ['web/features/home']

export const homeTexts: readonly AgreedTexts[] = [
  {
    where: 'home, welcome banner',
    files: home,
    texts: ['Finish Setup & Submit a Score', 'What Is Stepledger?', 'Create Account'],
  },
  { where: 'home, announcement', files: home, texts: ['Download Pack', 'Failed to load Blue Shift data'] },
  {
    where: 'home, overall leaderboard',
    files: [...home, 'web/parts/competition'],
    texts: ['Overall Leaderboard', 'View full', 'No leaderboard data available', 'Rank', 'Player', 'Points'],
  },
  {
    where: 'home, recent scores',
    files: [...home, 'web/live/live-list.tsx', 'web/ui/recent-plays.tsx'],
    texts: ['Recent Scores', 'Chart', 'Player', 'Grade', 'Score', 'Time', 'No recent scores available'],
  },
  {
    where: 'home, event charts',
    files: home,
    texts: ['Event Charts', 'Chart', 'Difficulty', 'Chart Artist', 'Unknown', 'No charts available'],
  },
  {
    where: 'overall leaderboard',
    files: ['web/features/competition'],
    texts: ['No leaderboard data available', 'Back to Home'],
  },
]
