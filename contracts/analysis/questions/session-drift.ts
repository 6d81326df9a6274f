import type { Question } from '../question.ts'

export const sessionDrift: Question = {
  name: 'session-drift',
  title: 'How does timing drift over a session?',
  reading:
    'Each play is compared with the first quarter of an hour of its own session, so how good its player is does not matter. From 60 minutes on all later plays are one point. Long sessions are those of few.',
  sql: `SELECT
  minute,
  round(sum(offset_change * players) / sum(players), 2) AS "later, ms",
  round(sum(deviation_change * players) / sum(players), 2) AS "wider, ms",
  sum(players)::INTEGER AS players
FROM sessions
GROUP BY minute
ORDER BY minute`,
  figure: {
    kind: 'lines',
    x: { column: 'minute', label: 'minutes since the session began' },
    y: { columns: ['later, ms', 'wider, ms'], label: 'change since its first quarter of an hour' },
  },
}
