import type { Question } from '../question.ts'

export const competitionGaps: Question = {
  name: 'event-gaps',
  title: 'How far apart are the ranks of an event?',
  reading:
    'Points by rank in the closed event with the most players, as ranges of points, each drawn at the middle of its ranks. Where a line is steep, a rank is hard to gain; where it is flat, a few points gain many ranks. Ranges with fewer than about 25 players are missing, which shifts the ranks below them; each rank also carries the noise of all ranges above.',
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
    y: { columns: ['points'], label: 'points, middle of the range' },
    series: 'board',
  },
}
