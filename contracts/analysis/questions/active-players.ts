import type { Question } from '../question.ts'

export const activePlayers: Question = {
  name: 'active-players',
  title: 'How many play, and how many of them are new?',
  reading:
    'Players of each month, and those whose first play is of that month. A month with few new players, about 25 or less, shows none.',
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
