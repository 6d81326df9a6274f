import type { Question } from '../question.ts'

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
