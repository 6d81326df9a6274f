import type { Question } from '../question.ts'

export const timingWithinAChart: Question = {
  name: 'timing-within-a-chart',
  title: 'Where in a chart does timing drift?',
  reading:
    'The chart with the most players, in segments of five seconds: how much later and how much less evenly its steps were hit than in the whole play. A drift that all players share comes from the music or its sync.',
  sql: `WITH most AS (
  SELECT chart FROM (SELECT DISTINCT month, chart, players FROM timing)
  GROUP BY chart ORDER BY sum(players) DESC, chart LIMIT 1
)
SELECT
  seconds,
  round(sum(late * players) / sum(players), 2) AS "later, ms",
  round(sum(wide * players) / sum(players), 2) AS "wider, ms",
  sum(players)::INTEGER AS players
FROM timing SEMI JOIN most USING (chart)
GROUP BY seconds
ORDER BY seconds`,
  figure: {
    kind: 'lines',
    x: { column: 'seconds', label: 'seconds into the song' },
    y: { columns: ['later, ms', 'wider, ms'], label: 'difference from the whole play, ms' },
  },
}
