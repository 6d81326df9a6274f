import type { Question } from '../question.ts'

export const sessionDrift: Question = {
  name: 'session-drift',
  title: 'How does timing drift over a session?',
  reading:
    'Each play is compared with the first 15 minutes of its own session, so the skill of the player does not matter. All plays after 60 minutes are one point. Only a few players have long sessions.',
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
    x: { column: 'minute', label: 'minutes since the start of the session' },
    y: { columns: ['later, ms', 'wider, ms'], label: 'change since the first 15 minutes' },
  },
}
