import type { Question } from '../question.ts'

export const whoComesBack: Question = {
  name: 'who-comes-back',
  title: 'How many new players come back?',
  reading:
    'Of the players who began in a month: which part of them played so many months later, over all months that can be seen by now. Months of which a cohort has about 25 players or less are left out, so the share of small cohorts shows too high.',
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
    x: { column: 'months', label: 'months after the first one' },
    y: { columns: ['share'], label: '% of the new players who play' },
  },
}
