import type { Question } from '../question.ts'

export const timingWithinAChart: Question = {
  name: 'timing-within-a-chart',
  title: 'Where in a chart does timing slip?',
  reading:
    'The chart that most players played, five seconds at a time: how much later its steps were hit than those of the whole play, and how much more widely. What rushes or drags for everybody lies in the music or in its sync.',
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
    x: { column: 'seconds', label: 'seconds of the song' },
    y: { columns: ['later, ms', 'wider, ms'], label: 'ms more than in the whole play' },
  },
}
