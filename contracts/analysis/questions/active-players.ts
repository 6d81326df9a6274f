import type { Question } from '../question.ts'

export const activePlayers: Question = {
  name: 'active-players',
  title: 'How many players are active, and how many are new?',
  reading:
    'Active players of each month, and those whose first play is in that month. A month with fewer than about 25 new players shows none.',
  sql: `SELECT
  strftime(month, '%Y-%m') AS month,
  max(players) FILTER (WHERE first_month IS NULL)::INTEGER AS players,
  coalesce(max(players) FILTER (WHERE first_month = month), 0)::INTEGER AS "new players"
FROM retention
GROUP BY retention.month
HAVING count(*) FILTER (WHERE first_month IS NULL) > 0
ORDER BY 1`,
  figure: {
    kind: 'bars',
    x: { column: 'month', label: 'month' },
    y: { columns: ['players', 'new players'], label: 'players' },
  },
}
