import type { AgreedTexts } from '../agreed-texts.ts'

const shell = ['web/app']

export const shellTexts: readonly AgreedTexts[] = [
  { where: 'navigation, menus', files: shell, texts: ['Browse', 'Packs', 'Charts', 'Help', 'Pack Uploader'] },
  {
    where: 'the bar and its search',
    files: shell,
    texts: ['Event', 'Leaderboards', 'Search charts, players and packs', 'Nothing found for "$"'],
  },
  { where: 'account menu', files: shell, texts: ['Edit Profile', 'Logout', 'Login', 'Register'] },
  {
    where: 'footer',
    files: shell,
    texts: ['Privacy Policy', 'Help', 'hosts no audio and no pack downloads'],
  },
  {
    where: 'theme picker',
    files: ['web/theme', 'web/app/shell/nav-bar.tsx'],
    texts: ['Select Theme', 'Default (Dark)', 'Default (Light)', 'Arrow Red'],
  },
  {
    where: 'leaderboard toggle',
    files: ['web/parts/leaderboard'],
    texts: ['HardEX', 'EX', 'ITG', 'H.EX'],
  },
  { where: 'grades', files: ['web/ui/score.tsx'], texts: ['N/A'] },
  {
    where: 'every failed call',
    files: ['web/api'],
    texts: ['An unexpected error occurred', 'Invalid response from $'],
  },
]
