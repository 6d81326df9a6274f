import type { Question } from '../question.ts'

export const streamsAndAccuracy: Question = {
  name: 'streams-and-accuracy',
  title: 'How do streams affect accuracy?',
  reading:
    'A dot for each chart: its number of stream measures and the spread of its offsets. Colours separate easy and hard charts, because long streams occur in hard charts.',
  sql: `SELECT
  stream_measures AS streams,
  round(sum(deviation * ranked_players) / sum(ranked_players), 2) AS deviation,
  CASE WHEN meter < 9 THEN 'meter 1–8' WHEN meter < 12 THEN 'meter 9–11' ELSE 'meter 12–' END AS meters,
  any_value(title) AS title
FROM chart_months JOIN charts USING (chart)
WHERE deviation IS NOT NULL AND meter IS NOT NULL
GROUP BY chart, stream_measures, meter
HAVING sum(ranked_players) >= 50
ORDER BY meter, streams, chart
LIMIT 1000`,
  figure: {
    kind: 'dots',
    x: { column: 'streams', label: 'measures of stream' },
    y: { columns: ['deviation'], label: 'standard deviation of offsets, ms' },
    series: 'meters',
  },
}
