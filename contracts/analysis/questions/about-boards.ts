import type { Question } from '../question.ts'

export const overRatedCharts: Question = {
  name: 'over-rated-charts',
  title: 'Which charts are over-rated?',
  reading:
    'Charts whose mean EX score is far above the regression line of EX score by meter, so they are easier than their rating. The players of a chart are not a random sample, so this is a hint, not proof.',
  sql: `WITH scores AS (
  SELECT chart, title, difficulty, meter,
    sum(ex * ranked_players) / sum(ranked_players) AS ex, sum(ranked_players)::INTEGER AS players
  FROM chart_months JOIN charts USING (chart)
  WHERE meter IS NOT NULL AND ranked_players IS NOT NULL
  GROUP BY ALL
), line AS (
  SELECT regr_slope(ex, meter) AS slope, regr_intercept(ex, meter) AS start FROM scores
)
SELECT
  title || ', ' || difficulty || ' ' || meter AS name,
  round(ex - (start + slope * meter), 1) AS above,
  round(ex, 1) AS ex,
  players
FROM scores, line
ORDER BY above DESC, name
LIMIT 12`,
  figure: {
    kind: 'rows',
    x: { column: 'name', label: 'chart' },
    y: { columns: ['above'], label: 'EX points above the average of the meter' },
  },
}

export const passRate: Question = {
  name: 'pass-rate',
  title: 'How often is a meter passed?',
  reading:
    'The share of plays at rate 1 that were passed, as a mean over players; each counts once a month. Players choose charts that suit them, so this is not the chance of an average player.',
  sql: `SELECT
  meter,
  round(sum(passed * players) / sum(players), 1) AS passed,
  sum(players)::INTEGER AS players
FROM progress
WHERE steps_type = 'dance-single'
GROUP BY meter
ORDER BY meter`,
  figure: {
    kind: 'bars',
    x: { column: 'meter', label: 'meter' },
    y: { columns: ['passed'], label: '% of plays passed' },
  },
}

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

export const competitionGaps: Question = {
  name: 'event-gaps',
  title: 'How far apart are the ranks of an event?',
  reading:
    'Points by rank in the closed event with the most players, as ranges of points, each drawn at the middle of its ranks. Where a line is steep, a rank is hard to gain; where it is flat, a few points gain many ranks. Ranges with fewer than about 25 players are missing, which shifts the ranks below them; each rank also carries the noise of all ranges above.',
  sql: `WITH largest AS (
  SELECT event FROM event_standings GROUP BY event ORDER BY sum(players) DESC, event LIMIT 1
)
SELECT
  (sum(players) OVER above - players / 2)::INTEGER AS rank,
  board,
  (from_points + to_points) / 2 AS points,
  players
FROM event_standings SEMI JOIN largest USING (event)
WINDOW above AS (PARTITION BY board ORDER BY from_points DESC)
ORDER BY board, rank`,
  figure: {
    kind: 'lines',
    x: { column: 'rank', label: 'rank' },
    y: { columns: ['points'], label: 'points, middle of the range' },
    series: 'board',
  },
}
