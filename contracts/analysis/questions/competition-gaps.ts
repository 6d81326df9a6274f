import type { Question } from '../question.ts'

export const competitionGaps: Question = {
  name: 'event-gaps',
  title: 'How far apart are the places of an event?',
  reading:
    'How many points a place has, in the closed event with most players: bands of points, each at the middle of its places. Where a line falls steeply a place is hard to gain; where it is flat, a few points are worth many places. Bands of fewer than about 25 players are missing, also in the places below them, which carry the noise of all bands above.',
  sql: `WITH largest AS (
  SELECT event FROM event_standings GROUP BY event ORDER BY sum(players) DESC, event LIMIT 1
)
SELECT
  (sum(players) OVER above - players / 2)::INTEGER AS rank,
  board,
  (from_points + to_points) / 2 AS points,
  players
FROM event_standings SEMI JOIN largest USING (event)
WINDOW above AS (PARTITION BY board ORDER BY from_points DESC)
ORDER BY board, rank`,
  figure: {
    kind: 'lines',
    x: { column: 'rank', label: 'rank' },
    y: { columns: ['points'], label: 'points, middle of a band' },
    series: 'board',
  },
}
