import type { Question } from '../question.ts'

export const whoImproves: Question = {
  name: 'who-improves',
  title: 'Who improves fastest?',
  reading:
    'Gain in EX score from the first to the last play of a chart within a month, by the hardest meter passed, in steps of three, and the number of plays. Close to 100 % there is little left to gain.',
  sql: `SELECT
  level,
  plays || '–' || (10 * plays - 1) || ' plays' AS played,
  round(sum(gain * players) / sum(players), 2) AS gain,
  sum(players)::INTEGER AS players
FROM players
GROUP BY level, plays
ORDER BY plays, level`,
  figure: {
    kind: 'lines',
    x: { column: 'level', label: 'hardest meter passed in the month, rounded down to a multiple of 3' },
    y: { columns: ['gain'], label: 'EX points gained in a month' },
    series: 'played',
  },
}
