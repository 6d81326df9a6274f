import type { Question } from '../question.ts'

export const overRatedCharts: Question = {
  name: 'over-rated-charts',
  title: 'Which charts are over-rated?',
  reading:
    'Charts whose mean EX score is far above the regression line of EX score by meter, so they are easier than their rating. The players of a chart are not a random sample, so this is a hint, not proof.',
  sql: `WITH scores AS (
  SELECT chart, title, difficulty, meter,
    sum(ex * ranked_players) / sum(ranked_players) AS ex, sum(ranked_players)::INTEGER AS players
  FROM chart_months JOIN charts USING (chart)
  WHERE meter IS NOT NULL AND ranked_players IS NOT NULL
  GROUP BY ALL
), line AS (
  SELECT regr_slope(ex, meter) AS slope, regr_intercept(ex, meter) AS start FROM scores
)
SELECT
  title || ', ' || difficulty || ' ' || meter AS name,
  round(ex - (start + slope * meter), 1) AS above,
  round(ex, 1) AS ex,
  players
FROM scores, line
ORDER BY above DESC, name
LIMIT 12`,
  figure: {
    kind: 'rows',
    x: { column: 'name', label: 'chart' },
    y: { columns: ['above'], label: 'EX points above the average of the meter' },
  },
}
