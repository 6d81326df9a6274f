import type { Question } from '../question.ts'

export const timingWithinAChart: Question = {
  name: 'timing-within-a-chart',
  title: 'Where in a chart does timing slip?',
  reading:
    'The chart whose steps were hit most often, five seconds at a time: how late its steps were, and how widely. What rushes or drags for everybody lies in the music or in its sync.',
  sql: `WITH most AS (
  SELECT chart FROM timing GROUP BY chart ORDER BY sum(len(offsets)) DESC, chart LIMIT 1
), steps AS (
  SELECT floor(seconds / 5) * 5 AS seconds, unnest(offsets) AS ms
  FROM timing SEMI JOIN most USING (chart)
)
SELECT
  seconds::INTEGER AS seconds,
  round(avg(ms), 2) AS "late, ms",
  round(stddev_pop(ms), 2) AS "spread, ms",
  count(*)::INTEGER AS steps
FROM steps
GROUP BY seconds
ORDER BY seconds`,
  figure: {
    kind: 'lines',
    x: { column: 'seconds', label: 'seconds of the song' },
    y: { columns: ['late, ms', 'spread, ms'], label: 'ms' },
  },
}
