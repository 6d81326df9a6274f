import type { Question } from '../question.ts'

export const whoComesBack: Question = {
  name: 'who-comes-back',
  title: 'How many new players come back?',
  reading:
    'Retention: the share of new players who were active a given number of months later, over all cohorts so far. Months in which a cohort has fewer than about 25 active players are missing, so small cohorts look better than they are.',
  sql: `WITH began AS (
  SELECT first_month, players AS new_players FROM retention WHERE first_month = month
)
SELECT
  datediff('month', first_month, month)::INTEGER AS months,
  round(least(100, 100 * sum(players) / sum(new_players)), 1) AS share,
  sum(players)::INTEGER AS players
FROM retention JOIN began USING (first_month)
GROUP BY months
ORDER BY months`,
  figure: {
    kind: 'lines',
    x: { column: 'months', label: 'months after the first' },
    y: { columns: ['share'], label: '% of new players active' },
  },
}
