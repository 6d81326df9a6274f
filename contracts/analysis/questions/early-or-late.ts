import type { Question } from '../question.ts'

export const earlyOrLate: Question = {
  name: 'early-or-late',
  title: 'Do players step early or late?',
  reading:
    'Steps that were hit within 60 ms, by how far from their time; each player counts once for each meter and month. A middle left of zero is a crowd that steps early, or a machine whose sound comes late: the tables can’t tell the two apart.',
  sql: `SELECT
  ms,
  round(greatest(0, sum(share * players) / sum(players)), 3) AS share
FROM offsets
GROUP BY ms
ORDER BY ms`,
  figure: {
    kind: 'bars',
    x: { column: 'ms', label: 'ms from the time of the step, late positive' },
    y: { columns: ['share'], label: '% of steps within 60 ms' },
  },
}
