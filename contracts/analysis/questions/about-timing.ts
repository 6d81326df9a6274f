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

export const timingWithinAChart: Question = {
  name: 'timing-within-a-chart',
  title: 'Where in a chart does timing drift?',
  reading:
    'The chart with the most players, in segments of five seconds: how much later and how much less evenly its steps were hit than in the whole play. A drift that all players share comes from the music or its sync.',
  sql: `WITH most AS (
  SELECT chart FROM (SELECT DISTINCT month, chart, players FROM timing)
  GROUP BY chart ORDER BY sum(players) DESC, chart LIMIT 1
)
SELECT
  seconds,
  round(sum(late * players) / sum(players), 2) AS "later, ms",
  round(sum(wide * players) / sum(players), 2) AS "wider, ms",
  sum(players)::INTEGER AS players
FROM timing SEMI JOIN most USING (chart)
GROUP BY seconds
ORDER BY seconds`,
  figure: {
    kind: 'lines',
    x: { column: 'seconds', label: 'seconds into the song' },
    y: { columns: ['later, ms', 'wider, ms'], label: 'difference from the whole play, ms' },
  },
}

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
