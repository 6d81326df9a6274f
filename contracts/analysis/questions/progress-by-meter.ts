import type { Question } from '../question.ts'

export const progressByMeter: Question = {
  name: 'progress-by-meter',
  title: 'How do scores improve with months of play?',
  reading:
    'Mean EX score by meter and by how long the players have been playing. Players who stop are missing from later months, so part of the growth is survivorship bias.',
  sql: `SELECT
  months_before AS months,
  CASE WHEN meter < 9 THEN 'meter 1–8' WHEN meter < 12 THEN 'meter 9–11' ELSE 'meter 12–' END AS meters,
  round(sum(ex * players) / sum(players), 2) AS ex,
  sum(players)::INTEGER AS players
FROM progress
WHERE steps_type = 'dance-single'
GROUP BY ALL
ORDER BY meters, months`,
  figure: {
    kind: 'lines',
    x: { column: 'months', label: 'months since the first play' },
    y: { columns: ['ex'], label: 'mean EX score, %' },
    series: 'meters',
  },
}
