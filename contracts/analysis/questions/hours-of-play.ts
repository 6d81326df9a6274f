import type { Question } from '../question.ts'

export const hoursOfPlay: Question = {
  name: 'hours-of-play',
  title: 'When is it played?',
  reading:
    'How many players play at an hour of the day, by UTC, at least once in a month, on whatever weekday: the mean of the months that show it. Rows with a weekday and no hour tell the same of weekdays.',
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
    y: { columns: ['players'], label: 'players a month' },
  },
}
