import type { Question } from '../question.ts'

export const earlyOrLate: Question = {
  name: 'early-or-late',
  title: 'Do players step early or late?',
  reading:
    "Steps within 60 ms, by offset. Each player counts once for each meter and month. A peak left of zero means that players step early or that machines play the sound late; the tables can't tell the two apart.",
  sql: `SELECT
  ms,
  round(greatest(0, sum(share * players) / sum(players)), 3) AS share
FROM offsets
GROUP BY ms
ORDER BY ms`,
  figure: {
    kind: 'bars',
    x: { column: 'ms', label: 'offset in ms, late positive' },
    y: { columns: ['share'], label: '% of steps within 60 ms' },
  },
}
