import type { Question } from '../question.ts'

export const judgmentsBySpeed: Question = {
  name: 'judgments-by-speed',
  title: 'How do judgments fall by speed?',
  reading:
    'The judgments of the HardEX board, by the notes per second in the densest measure of the chart; each player counts once for each chart and month. Fast charts are played by better players, so a slow fall hides a steeper one. A share that noise has taken below 0 is shown as 0.',
  sql: `WITH speeds AS (
  SELECT
    least(floor(peak_nps / 2) * 2, 16)::INTEGER AS speed,
    nth,
    judgment,
    sum(share * players) / sum(players) AS share,
    sum(players)::INTEGER AS players
  FROM judgments JOIN charts USING (chart)
  WHERE board = 'HardEX'
  GROUP BY ALL
)
SELECT
  CASE WHEN speed < 16 THEN speed || '–' || (speed + 2) ELSE '16–' END AS speed,
  judgment,
  round(greatest(0, share), 2) AS share,
  players
FROM speeds
ORDER BY speeds.speed, nth`,
  figure: {
    kind: 'stack',
    x: { column: 'speed', label: 'notes per second in the densest measure' },
    y: { columns: ['share'], label: '% of steps, mean of players' },
    series: 'judgment',
  },
}
