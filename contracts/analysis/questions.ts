/** A value in a query result, converted for display. */
export type Cell = number | string | boolean | null

/** The result of a query. Cells are in the order of `columns`. */
export interface Answer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/**
 * How a result is drawn. `x`, `y`: columns. With `series`, there is one `y`, and the values of that column separate the
 * lines, bars or dots.
 */
export interface Figure {
  readonly kind: 'lines' | 'bars' | 'stack' | 'dots'
  readonly x: string
  readonly y: readonly string[]
  readonly series?: string
}

/** A prepared query of the published tables, in DuckDB's SQL. `reading`: how to interpret the result, with caveats. */
export interface Question {
  /** Used in addresses. */
  readonly name: string
  readonly title: string
  readonly reading: string
  readonly sql: string
  readonly figure: Figure
}

/** The prepared questions, in the order of docs/analysis.md. Add one here, then `npm run analysis`. */
export const questions = [
  {
    name: 'session-drift',
    title: 'How does timing drift over a session?',
    reading:
      'Each player is compared with their own plays in the first 15 minutes of sessions, so skill does not matter. Only players with longer sessions are counted.',
    sql: `WITH parts AS (
  SELECT player, session_part, avg(mean_offset) AS mean_offset, avg(deviation) AS deviation
  FROM plays WHERE ranked GROUP BY player, session_part
)
SELECT
  later.session_part AS minute,
  round(avg(later.mean_offset - begun.mean_offset), 2) AS "later, ms",
  round(avg(later.deviation - begun.deviation), 2) AS "wider, ms",
  count(*)::INTEGER AS players
FROM parts AS later JOIN parts AS begun USING (player)
WHERE later.session_part > 0 AND begun.session_part = 0
GROUP BY minute
ORDER BY minute`,
    figure: { kind: 'lines', x: 'minute', y: ['later, ms', 'wider, ms'] },
  },
  {
    name: 'over-rated-charts',
    title: 'Which charts are over-rated?',
    reading:
      'Charts whose mean EX score is far above the regression line of EX score by meter, so they are easier than their rating. The players of a chart are not a random sample, so this is a hint, not proof.',
    sql: `WITH scores AS (
  SELECT chart, title, difficulty, meter, avg(ex) AS ex, count(DISTINCT player)::INTEGER AS players
  FROM plays JOIN charts USING (chart)
  WHERE ranked AND meter IS NOT NULL
  GROUP BY chart, title, difficulty, meter
  HAVING count(DISTINCT player) >= 5
), line AS (
  SELECT regr_slope(ex, meter) AS slope, regr_intercept(ex, meter) AS start FROM scores
)
SELECT
  title || ', ' || difficulty || ' ' || meter AS name,
  round(ex - (start + slope * meter), 1) AS above,
  round(ex, 1) AS ex,
  players
FROM scores, line
ORDER BY ex - (start + slope * meter) DESC, name
LIMIT 12`,
    figure: { kind: 'bars', x: 'name', y: ['above'] },
  },
  {
    name: 'who-improves',
    title: 'Who improves fastest?',
    reading:
      'Gain in EX score from the first to the last ranked play of a chart, by the hardest meter that the player passed, in steps of three. Close to 100 % there is little left to gain.',
    sql: `WITH gains AS (
  SELECT player, arg_max(ex, nth_play) - arg_min(ex, nth_play) AS gain
  FROM plays WHERE ranked GROUP BY player, chart HAVING count(*) > 1
), levels AS (
  SELECT player, 3 * (max(meter) // 3) AS level
  FROM plays JOIN charts USING (chart) WHERE passed AND meter IS NOT NULL GROUP BY player
)
SELECT level, round(avg(gain), 2) AS gain, count(DISTINCT player)::INTEGER AS players
FROM gains JOIN levels USING (player)
GROUP BY level
ORDER BY level`,
    figure: { kind: 'bars', x: 'level', y: ['gain'] },
  },
  {
    name: 'judgments-by-speed',
    title: 'How do judgments change with notes per second?',
    reading:
      'Shares of judgments, by notes per second in the densest measure of the chart. Better players play faster charts, so for a single player accuracy falls faster than shown.',
    sql: `SELECT
  2 * floor(peak_nps / 2)::INTEGER AS speed,
  round(100 * sum(fantastic_10 + fantastic_15) / sum(judged), 2) AS "to 15 ms",
  round(100 * sum(fantastic_23) / sum(judged), 2) AS "to 23 ms",
  round(100 * sum(excellent) / sum(judged), 2) AS excellent,
  round(100 * sum(great) / sum(judged), 2) AS great,
  round(100 * sum(decent + way_off) / sum(judged), 2) AS "decent, way off",
  round(100 * sum(miss) / sum(judged), 2) AS miss
FROM (
  SELECT *, fantastic_10 + fantastic_15 + fantastic_23 + excellent + great + decent + way_off + miss AS judged
  FROM plays WHERE ranked
) JOIN charts USING (chart)
GROUP BY speed
ORDER BY speed`,
    figure: {
      kind: 'stack',
      x: 'speed',
      y: ['to 15 ms', 'to 23 ms', 'excellent', 'great', 'decent, way off', 'miss'],
    },
  },
  {
    name: 'streams-and-accuracy',
    title: 'How do streams affect accuracy?',
    reading:
      'A dot for each chart with at least five players: its measures of streams and the spread of its offsets. Long streams occur in hard charts, so easy and hard charts are separated.',
    sql: `SELECT
  stream_measures AS streams,
  round(avg(deviation), 2) AS deviation,
  CASE WHEN meter < 9 THEN 'meter 1–8' WHEN meter < 12 THEN 'meter 9–11' ELSE 'meter 12–' END AS meters,
  title
FROM plays JOIN charts USING (chart)
WHERE ranked AND deviation IS NOT NULL AND meter IS NOT NULL
GROUP BY chart, title, stream_measures, meter
HAVING count(DISTINCT player) >= 5
ORDER BY meter, streams, chart
LIMIT 1000`,
    figure: { kind: 'dots', x: 'streams', y: ['deviation'], series: 'meters' },
  },
  {
    name: 'timing-of-charts',
    title: 'Which charts are out of sync?',
    reading:
      'Mean offset of all steps within 60 ms on a chart. All players share the error of the music or its sync, while those of their machines average out: compare charts with each other, not with zero.',
    sql: `SELECT
  title || ', ' || difficulty AS name,
  round(sum((ms + 2.5) * timing.rows) / sum(timing.rows), 2) AS "late, ms",
  sum(timing.rows)::INTEGER AS steps
FROM timing JOIN charts USING (chart)
WHERE ms BETWEEN -60 AND 55
GROUP BY chart, title, difficulty
ORDER BY abs(sum((ms + 2.5) * timing.rows) / sum(timing.rows)) DESC, name
LIMIT 12`,
    figure: { kind: 'bars', x: 'name', y: ['late, ms'] },
  },
  {
    name: 'pass-rate',
    title: 'How often is a meter passed?',
    reading:
      'The share of plays at normal speed that were passed. Players choose charts that suit them, so this is not the chance of an average player.',
    sql: `SELECT
  meter,
  round(100 * avg(passed::INTEGER), 1) AS passed,
  count(*)::INTEGER AS plays,
  count(DISTINCT player)::INTEGER AS players
FROM plays JOIN charts USING (chart)
WHERE passed IS NOT NULL AND coalesce(rate, 1) = 1 AND meter IS NOT NULL
GROUP BY meter
ORDER BY meter`,
    figure: { kind: 'bars', x: 'meter', y: ['passed'] },
  },
  {
    name: 'boards-by-meter',
    title: 'How do the three boards score the same plays?',
    reading:
      'Mean scores of the same ranked plays on the three boards, by meter. Where the lines diverge, steps still fit the windows of ITG but no longer those of HardEX.',
    sql: `SELECT
  meter,
  round(avg(hardex), 2) AS "HardEX",
  round(avg(ex), 2) AS "EX",
  round(avg(itg), 2) AS "ITG",
  count(*)::INTEGER AS plays
FROM plays JOIN charts USING (chart)
WHERE ranked AND meter IS NOT NULL
GROUP BY meter
ORDER BY meter`,
    figure: { kind: 'lines', x: 'meter', y: ['HardEX', 'EX', 'ITG'] },
  },
  {
    name: 'early-or-late',
    title: 'Do players step early or late?',
    reading:
      'All judged steps within 60 ms, by offset. A peak left of zero means that players step early or that machines play the sound late; the tables can’t tell the two apart.',
    sql: `SELECT ms, round(100 * sum(rows) / sum(sum(rows)) OVER (), 3) AS share
FROM timing
WHERE ms BETWEEN -60 AND 55
GROUP BY ms
ORDER BY ms`,
    figure: { kind: 'bars', x: 'ms', y: ['share'] },
  },
  {
    name: 'event-gaps',
    title: 'How far apart are the ranks of an event?',
    reading:
      'Points by rank in the closed event with the most players. Where a line is steep, a rank is hard to gain; where it is flat, a few points gain many ranks. Players who opted out have no rank here.',
    sql: `WITH largest AS (
  SELECT event FROM event_scores GROUP BY event ORDER BY count(DISTINCT player) DESC, event LIMIT 1
), totals AS (
  SELECT board, player, sum(points)::INTEGER AS points
  FROM event_scores SEMI JOIN largest USING (event) GROUP BY board, player
)
SELECT row_number() OVER (PARTITION BY board ORDER BY points DESC)::INTEGER AS rank, board, points
FROM totals
ORDER BY board, rank`,
    figure: { kind: 'lines', x: 'rank', y: ['points'], series: 'board' },
  },
  {
    name: 'active-players',
    title: 'How many players are active, and how many are new?',
    reading: 'Players of each week, and those whose first play is in that week.',
    sql: `WITH active AS (
  SELECT DISTINCT player, week, min(week) OVER (PARTITION BY player) AS first_week FROM plays
)
SELECT
  strftime(week, '%Y-%m-%d') AS week,
  count(*)::INTEGER AS players,
  (count(*) FILTER (WHERE week = first_week))::INTEGER AS "new players"
FROM active
GROUP BY active.week
ORDER BY 1`,
    figure: { kind: 'lines', x: 'week', y: ['players', 'new players'] },
  },
  {
    name: 'who-comes-back',
    title: 'How many new players come back?',
    reading:
      'The share of players who played again a number of weeks after their first one, of those who began that long ago.',
    sql: `WITH active AS (
  SELECT DISTINCT player, week, min(week) OVER (PARTITION BY player) AS first_week FROM plays
), begun AS (
  SELECT DISTINCT player, (SELECT max(week) FROM plays) - first_week AS days FROM active
), later AS (
  SELECT player, (week - first_week) // 7 AS weeks FROM active
)
SELECT
  weeks::INTEGER AS weeks,
  round(100 * count(*) / (SELECT count(*) FROM begun WHERE days >= 7 * later.weeks), 1) AS share,
  count(*)::INTEGER AS players
FROM later
GROUP BY weeks
ORDER BY weeks`,
    figure: { kind: 'lines', x: 'weeks', y: ['share'] },
  },
  {
    name: 'improvement',
    title: 'How do scores improve with months since the first play?',
    reading:
      'EX score compared with the first ranked play of the same player on the same chart, by months of four weeks since then. Players who stop are missing from later months, so part of the growth is survivorship bias.',
    sql: `WITH ranked AS (
  SELECT *,
    first_value(ex) OVER of_chart AS first_ex,
    first_value(week) OVER of_chart AS first_week,
    row_number() OVER of_chart AS nth
  FROM plays WHERE ranked
  WINDOW of_chart AS (PARTITION BY player, chart ORDER BY nth_play)
)
SELECT
  ((week - first_week) // 28)::INTEGER AS months,
  round(avg(ex - first_ex), 2) AS gain,
  count(*)::INTEGER AS plays,
  count(DISTINCT player)::INTEGER AS players
FROM ranked
WHERE nth > 1
GROUP BY months
ORDER BY months`,
    figure: { kind: 'lines', x: 'months', y: ['gain'] },
  },
  {
    name: 'hours-of-play',
    title: 'When do people play?',
    reading:
      'Plays by hour of the day, UTC, of all weekdays. Hours of the week in which fewer than five players ever played are left out.',
    sql: `SELECT hour, sum(plays)::INTEGER AS plays
FROM hours
GROUP BY hour
ORDER BY hour`,
    figure: { kind: 'bars', x: 'hour', y: ['plays'] },
  },
  {
    name: 'ex-of-a-chart',
    title: 'How are EX scores distributed on a chart?',
    reading:
      'Ranked plays of the chart with the most of them, by EX score rounded down. Many plays of few players weigh as much as few plays of many.',
    sql: `WITH most AS (
  SELECT chart FROM plays WHERE ranked GROUP BY chart ORDER BY count(*) DESC, chart LIMIT 1
)
SELECT floor(ex)::INTEGER AS ex, count(*)::INTEGER AS plays, count(DISTINCT player)::INTEGER AS players
FROM plays SEMI JOIN most USING (chart)
WHERE ranked
GROUP BY floor(ex)
ORDER BY 1`,
    figure: { kind: 'bars', x: 'ex', y: ['plays'] },
  },
  {
    name: 'high-scores',
    title: 'Are there more 97s than 98s?',
    reading:
      'The best score of each player on each chart, rounded down, on the three boards. Fewer 98s than 97s are expected; a jump shows where players stop trying.',
    sql: `WITH best AS (
  SELECT max(hardex) AS hardex, max(ex) AS ex, max(itg) AS itg FROM plays WHERE ranked GROUP BY player, chart
)
SELECT
  score::INTEGER AS score,
  (SELECT count(*) FROM best WHERE floor(hardex) = score)::INTEGER AS "HardEX",
  (SELECT count(*) FROM best WHERE floor(ex) = score)::INTEGER AS "EX",
  (SELECT count(*) FROM best WHERE floor(itg) = score)::INTEGER AS "ITG"
FROM range(80, 101) AS scores (score)
ORDER BY score`,
    figure: { kind: 'bars', x: 'score', y: ['HardEX', 'EX', 'ITG'] },
  },
  {
    name: 'other-formula',
    title: 'Who would have won an event under another formula?',
    reading:
      'Points of the closed event with the most players on its EX board, beside those of a formula that gives 100 points for the first place on a chart and one less for each place below. Edit it.',
    sql: `WITH largest AS (
  SELECT event FROM event_scores GROUP BY event ORDER BY count(DISTINCT player) DESC, event LIMIT 1
), scores AS (
  SELECT player, points,
    greatest(0, 101 - rank() OVER (PARTITION BY round, chart ORDER BY score DESC)) AS other
  FROM event_scores SEMI JOIN largest USING (event) WHERE board = 'EX'
)
SELECT
  rank() OVER (ORDER BY sum(points) DESC)::INTEGER AS place,
  rank() OVER (ORDER BY sum(other) DESC)::INTEGER AS "other place",
  sum(points)::INTEGER AS points,
  sum(other)::INTEGER AS "other points"
FROM scores
GROUP BY player
ORDER BY place, "other place"
LIMIT 1000`,
    figure: { kind: 'dots', x: 'place', y: ['other place'] },
  },
] as const satisfies readonly Question[]
