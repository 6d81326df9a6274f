import type { Question } from '../question.ts'

export const eventGaps: Question = {
  name: 'event-gaps',
  title: 'How far apart are the places of an event?',
  reading:
    'Mean points of neighbours in the standings of the event with most players. Where a line falls steeply a place is hard to gain; where it is flat, a few points are worth many places.',
  sql: `WITH largest AS (
  SELECT event FROM event_standings WHERE round = 0
  GROUP BY event ORDER BY max(to_rank) DESC, event LIMIT 1
)
SELECT
  (from_rank + to_rank) / 2 AS rank,
  board,
  round(points, 1) AS points,
  players
FROM event_standings SEMI JOIN largest USING (event)
WHERE round = 0
ORDER BY board, rank`,
  figure: {
    kind: 'lines',
    x: { column: 'rank', label: 'rank' },
    y: { columns: ['points'], label: 'points, mean of neighbours' },
    series: 'board',
  },
}
