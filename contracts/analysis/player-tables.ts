import { minCounted } from './anonymity.ts'
import { meanColumn, meter, month, playersColumn, shareColumn, stepsType } from './columns.ts'
import { measures } from './measure.ts'
import { type AnalysisTable, column } from './table.ts'

const points = { unit: 'percentage points' }

export const scores: AnalysisTable = {
  name: 'scores',
  rowsOf: 'A result at a meter in a month, with the number of players who had it at least once',
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'ex'],
  columns: [
    month,
    stepsType,
    meter,
    column('ranked', 'BOOLEAN', 'Whether the play counts on the boards'),
    column('passed', 'BOOLEAN', 'Whether the play was passed', { nullable: 'not reported by the game' }),
    column('ex', 'SMALLINT', 'EX score, rounded down to a multiple of 5', { unit: '%', range: '0–100' }),
    playersColumn('Players who had it'),
  ],
}

export const sessions: AnalysisTable = {
  name: 'sessions',
  rowsOf:
    "A part of the sessions of a month. A session is a run of a player's plays within the month, without a break of more than two hours. A player counts once, with the mean of their ranked plays; the vector of a player's values over all parts is clipped to a norm of 10",
  monthly: true,
  sortedBy: ['minute'],
  columns: [
    month,
    column('minute', 'SMALLINT', 'Start of the part, in minutes since the start of the session', {
      unit: 'min',
      range: '15, 30, 60',
    }),
    playersColumn('Players with ranked plays in this part and in the first 15 minutes'),
    meanColumn(
      'offset_change',
      'Change of the mean offset since the first 15 minutes of the session, late positive',
      measures.change,
      { unit: 'ms' },
    ),
    meanColumn(
      'deviation_change',
      'Change of the standard deviation of offsets since the first 15 minutes',
      measures.change,
      { unit: 'ms' },
    ),
    meanColumn('ex_change', 'Change of the EX score since the first 15 minutes', measures.change, points),
  ],
}

export const players: AnalysisTable = {
  name: 'players',
  rowsOf:
    'A group of players of a month, by level and number of plays. Only players who passed a chart and have at least two ranked plays of one chart',
  monthly: true,
  sortedBy: ['level', 'plays'],
  columns: [
    month,
    column('level', 'SMALLINT', 'Highest meter passed in the month, rounded down to a multiple of 3'),
    column('plays', 'INTEGER', 'Plays in the month, rounded down to 1, 10, 100, 1,000 or 10,000', {
      range: '1–10000',
    }),
    playersColumn('Number of players'),
    meanColumn(
      'gain',
      "Gain in EX score from the first to the last ranked play of a chart in the month: the mean of the players' medians over charts",
      measures.change,
      points,
    ),
  ],
}

export const progress: AnalysisTable = {
  name: 'progress',
  rowsOf:
    'A meter in a month, by how long the players have been playing. Only plays at rate 1 for which the game reported passed or failed; a player counts once, with the mean of these',
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'months_before'],
  columns: [
    month,
    stepsType,
    meter,
    column('months_before', 'SMALLINT', "Months since the player's first play, rounded down", {
      range: '0, 1, 2, 3, 6, 12, 24',
    }),
    playersColumn('Number of players'),
    shareColumn('passed', 'Mean share of their plays that were passed', { clipped: true }),
    meanColumn('ex', 'Mean EX score, including failed plays', measures.anyEx, { unit: '%' }),
  ],
}

export const retention: AnalysisTable = {
  name: 'retention',
  rowsOf: 'The active players of a month: all of them, and by the month of their first play',
  monthly: true,
  sortedBy: ['first_month'],
  columns: [
    month,
    column(
      'first_month',
      'DATE',
      'Month of their first play, as its first day. Equal to `month` for new players',
      { nullable: 'all active players of the month' },
    ),
    playersColumn('Number of players'),
  ],
}

export const hours: AnalysisTable = {
  name: 'hours',
  rowsOf:
    'A weekday, an hour of the day or an hour of a weekday, with the number of players who played then in a month',
  monthly: true,
  sortedBy: ['weekday', 'hour'],
  columns: [
    month,
    column('weekday', 'SMALLINT', 'Weekday, UTC; 1 is Monday', { range: '1–7', nullable: 'all weekdays' }),
    column('hour', 'SMALLINT', 'Hour of the day, UTC', { range: '0–23', nullable: 'the whole day' }),
    playersColumn('Players who played then at least once in the month'),
  ],
}

export const countries: AnalysisTable = {
  name: 'countries',
  rowsOf: `A country with at least about ${minCounted} players in a month`,
  monthly: true,
  sortedBy: ['country'],
  columns: [
    month,
    column('country', 'VARCHAR', "Country in the players' profiles, ISO 3166-1 numeric"),
    playersColumn('Players of the country who played in the month'),
  ],
}
