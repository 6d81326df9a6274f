import type { Question } from '../question.ts'

export const earlyOrLate: Question = {
  name: 'early-or-late',
  title: 'Do players step early or late?',
  reading:
    'All steps that were hit, by how far from their time. A middle left of zero is a crowd that steps early, or a machine whose sound comes late: the tables can’t tell the two apart.',
  sql: `WITH steps AS (
  SELECT unnest(offsets) AS ms FROM timing
)
SELECT
  (floor(ms / 5.0) * 5)::INTEGER AS ms,
  round(100 * count(*) / sum(count(*)) OVER (), 3) AS share,
  count(*)::INTEGER AS steps
FROM steps
WHERE ms BETWEEN -60 AND 59
GROUP BY ALL
ORDER BY ms`,
  figure: {
    kind: 'bars',
    x: { column: 'ms', label: 'ms from the time of the step, late positive' },
    y: { columns: ['share'], label: '% of steps within 60 ms' },
  },
}
