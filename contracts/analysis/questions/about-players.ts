import type { Question } from '../question.ts'

export const activePlayers: Question = {
  name: 'active-players',
  title: 'How many players are active, and how many are new?',
  reading:
    'Active players of each month, and those whose first play is in that month. A month with fewer than about 25 new players shows none.',
  sql: `SELECT
  strftime(month, '%Y-%m') AS month,
  max(players) FILTER (WHERE first_month IS NULL)::INTEGER AS players,
  coalesce(max(players) FILTER (WHERE first_month = month), 0)::INTEGER AS "new players"
FROM retention
GROUP BY retention.month
HAVING count(*) FILTER (WHERE first_month IS NULL) > 0
ORDER BY 1`,
  figure: {
    kind: 'bars',
    x: { column: 'month', label: 'month' },
    y: { columns: ['players', 'new players'], label: 'players' },
  },
}

export const whoComesBack: Question = {
  name: 'who-comes-back',
  title: 'How many new players come back?',
  reading:
    'Retention: the share of new players who were active a given number of months later, over all cohorts so far. Months in which a cohort has fewer than about 25 active players are missing, so small cohorts look better than they are.',
  sql: `WITH began AS (
  SELECT first_month, players AS new_players FROM retention WHERE first_month = month
)
SELECT
  datediff('month', first_month, month)::INTEGER AS months,
  round(least(100, 100 * sum(players) / sum(new_players)), 1) AS share,
  sum(players)::INTEGER AS players
FROM retention JOIN began USING (first_month)
GROUP BY months
ORDER BY months`,
  figure: {
    kind: 'lines',
    x: { column: 'months', label: 'months after the first' },
    y: { columns: ['share'], label: '% of new players active' },
  },
}

export const whoImproves: Question = {
  name: 'who-improves',
  title: 'Who improves fastest?',
  reading:
    'Gain in EX score from the first to the last play of a chart within a month, by the hardest meter passed, in steps of three, and the number of plays. Close to 100 % there is little left to gain.',
  sql: `SELECT
  level,
  plays || '–' || (10 * plays - 1) || ' plays' AS played,
  round(sum(gain * players) / sum(players), 2) AS gain,
  sum(players)::INTEGER AS players
FROM players
GROUP BY level, plays
ORDER BY plays, level`,
  figure: {
    kind: 'lines',
    x: { column: 'level', label: 'hardest meter passed in the month, rounded down to a multiple of 3' },
    y: { columns: ['gain'], label: 'EX points gained in a month' },
    series: 'played',
  },
}

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

export const hoursOfPlay: Question = {
  name: 'hours-of-play',
  title: 'When do people play?',
  reading:
    'Players who played at least once in a month at an hour of the day (UTC), on any weekday, as a mean over the months that have the row. Rows with a weekday and no hour give the same by weekday.',
  sql: `SELECT
  hour,
  avg(players)::INTEGER AS players
FROM hours
WHERE weekday IS NULL
GROUP BY hour
ORDER BY hour`,
  figure: {
    kind: 'bars',
    x: { column: 'hour', label: 'hour of the day, UTC' },
    y: { columns: ['players'], label: 'players per month' },
  },
}
