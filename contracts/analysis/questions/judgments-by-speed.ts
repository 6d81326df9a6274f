import type { Question } from '../question.ts'

export const judgmentsBySpeed: Question = {
  name: 'judgments-by-speed',
  title: 'How do judgments fall by speed?',
  reading:
    'All judgments of the HardEX board, by the notes per second in the densest measure of the chart. Fast charts are played by better players, so a slow fall hides a steeper one.',
  sql: `WITH counts AS (
  SELECT
    least(floor(peak_nps / 2) * 2, 16)::INTEGER AS speed,
    nth,
    judgment,
    sum(count)::BIGINT AS steps
  FROM judgments JOIN charts USING (chart)
  WHERE board = 'HardEX'
  GROUP BY ALL
)
SELECT
  CASE WHEN speed < 16 THEN speed || '–' || (speed + 2) ELSE '16–' END AS speed,
  judgment,
  round(100 * steps / sum(steps) OVER (PARTITION BY speed), 2) AS share,
  steps
FROM counts
ORDER BY counts.speed, nth`,
  figure: {
    kind: 'stack',
    x: { column: 'speed', label: 'notes per second in the densest measure' },
    y: { columns: ['share'], label: '% of all steps' },
    series: 'judgment',
  },
}
