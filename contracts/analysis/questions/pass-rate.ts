import type { Question } from '../question.ts'

export const passRate: Question = {
  name: 'pass-rate',
  title: 'How often is a meter passed?',
  reading:
    'The share of plays at rate 1 that were passed, as a mean over players; each counts once a month. Players choose charts that suit them, so this is not the chance of an average player.',
  sql: `SELECT
  meter,
  round(sum(passed * players) / sum(players), 1) AS passed,
  sum(players)::INTEGER AS players
FROM progress
WHERE steps_type = 'dance-single'
GROUP BY meter
ORDER BY meter`,
  figure: {
    kind: 'bars',
    x: { column: 'meter', label: 'meter' },
    y: { columns: ['passed'], label: '% of plays passed' },
  },
}
