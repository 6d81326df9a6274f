import type { Question } from '../question.ts'

export const whoImproves: Question = {
  name: 'who-improves',
  title: 'Who improves fastest?',
  reading:
    'How much the EX score of the median player grew from the first to the last play of a chart, by the hardest meter that was passed and by how much was played. Close to 100 % there is little left to gain.',
  sql: `SELECT
  level,
  'from ' || plays || ' plays' AS played,
  median(gain) AS gain,
  count(*)::INTEGER AS players
FROM players
WHERE gain IS NOT NULL AND level IS NOT NULL AND plays IS NOT NULL
GROUP BY level, plays
ORDER BY players.plays, level`,
  figure: {
    kind: 'lines',
    x: { column: 'level', label: 'hardest meter passed' },
    y: { columns: ['gain'], label: 'points of EX gained, median' },
    series: 'played',
  },
}
