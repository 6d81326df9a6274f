import type { Question } from '../question.ts'

export const passRate: Question = {
  name: 'pass-rate',
  title: 'How often is a meter passed?',
  reading:
    'Plays of which the game said whether they were passed. Nobody tries a 15 on the first day: the share says what those who dare come to.',
  sql: `SELECT
  meter,
  round(100 * avg(passed::INTEGER), 1) AS passed,
  count(*)::INTEGER AS plays
FROM plays
WHERE passed IS NOT NULL AND meter IS NOT NULL AND steps_type = 'dance-single'
GROUP BY meter
HAVING count(*) >= 20
ORDER BY meter`,
  figure: {
    kind: 'bars',
    x: { column: 'meter', label: 'meter' },
    y: { columns: ['passed'], label: '% of plays passed' },
  },
}
