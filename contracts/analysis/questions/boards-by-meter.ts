import type { Question } from '../question.ts'

export const boardsByMeter: Question = {
  name: 'boards-by-meter',
  title: 'How do the three boards score the same plays?',
  reading:
    'Mean scores of the same ranked plays on the three boards, by meter. Each player counts once for each chart and month. Where the lines diverge, steps still fit the windows of ITG but no longer those of HardEX.',
  sql: `SELECT
  meter,
  round(sum(hard_ex * ranked_players) / sum(ranked_players), 2) AS "HardEX",
  round(sum(ex * ranked_players) / sum(ranked_players), 2) AS "EX",
  round(sum(itg * ranked_players) / sum(ranked_players), 2) AS "ITG",
  sum(ranked_players)::INTEGER AS players
FROM chart_months JOIN charts USING (chart)
WHERE meter IS NOT NULL AND ranked_players IS NOT NULL
GROUP BY meter
ORDER BY meter`,
  figure: {
    kind: 'lines',
    x: { column: 'meter', label: 'meter' },
    y: { columns: ['HardEX', 'EX', 'ITG'], label: 'mean score, %' },
  },
}
