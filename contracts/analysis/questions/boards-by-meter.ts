import type { Question } from '../question.ts'

export const boardsByMeter: Question = {
  name: 'boards-by-meter',
  title: 'What do the three boards make of the same plays?',
  reading:
    'Mean scores by meter on the three boards, of the same ranked plays; each player counts once for each chart and month. Where the lines spread, steps are still on time for ITG, and no longer for HardEX.',
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
