import type { Question } from '../question.ts'

export const judgmentsBySpeed: Question = {
  name: 'judgments-by-speed',
  title: 'How do judgments change with speed?',
  reading:
    'Judgments of the HardEX board, by notes per second in the densest measure of the chart. Each player counts once for each chart and month. Better players play faster charts, so for a single player accuracy falls faster than shown. Shares that are negative because of the noise are shown as 0.',
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
