import { fewestCounted } from './anonymity.ts'
import { meanColumn, meter, month, playersColumn, shareColumn, stepsType } from './columns.ts'
import { measures } from './measure.ts'
import { type AnalysisTable, column } from './table.ts'

const points = { unit: 'points of percent' }

export const scores: AnalysisTable = {
  name: 'scores',
  rowsOf: 'A result at a meter in a month: how many players had it at least once',
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'ex'],
  columns: [
    month,
    stepsType,
    meter,
    column('ranked', 'BOOLEAN', 'Whether the play counts on the boards'),
    column('passed', 'BOOLEAN', 'Whether it was passed', { nullable: 'the game did not say' }),
    column('ex', 'SMALLINT', 'EX score, cut to a multiple of five', { unit: '%', range: '0–100' }),
    playersColumn('Players who had it'),
  ],
}

export const sessions: AnalysisTable = {
  name: 'sessions',
  rowsOf:
    'A part of all sessions of a month, a session being plays of a player without a break of two hours. A player counts once, with the mean of their ranked plays; what these say of all parts is cut to the length 10 together',
  monthly: true,
  sortedBy: ['minute'],
  columns: [
    month,
    column('minute', 'SMALLINT', 'Minutes since the session began: from then on', {
      unit: 'min',
      range: '15, 30, 60',
    }),
    playersColumn('Players with ranked plays in this part and in the first quarter of an hour'),
    meanColumn(
      'offset_change',
      'How much later steps were hit than in the first quarter of an hour of the session',
      measures.change,
      { unit: 'ms' },
    ),
    meanColumn('deviation_change', 'How much the standard deviation had grown since then', measures.change, {
      unit: 'ms',
    }),
    meanColumn('ex_change', 'How much the EX score had grown since then', measures.change, points),
  ],
}

export const players: AnalysisTable = {
  name: 'players',
  rowsOf: 'Players of a month who passed a chart and have two ranked plays of a chart, by what they played',
  monthly: true,
  sortedBy: ['level', 'plays'],
  columns: [
    month,
    column(
      'level',
      'SMALLINT',
      'The highest meter that they passed in the month, cut to a multiple of three',
    ),
    column('plays', 'INTEGER', 'Their plays in the month, cut to 1, 10, 100, 1,000 or 10,000', {
      range: '1–10000',
    }),
    playersColumn('How many they are'),
    meanColumn(
      'gain',
      'How much the EX score grew from the first to the last ranked play of a chart in the month: a player’s median, the mean of these',
      measures.change,
      points,
    ),
  ],
}

export const progress: AnalysisTable = {
  name: 'progress',
  rowsOf:
    'A meter in a month, by how long its players have been playing. Of plays at the speed of the song whose game said whether they were passed; a player counts once, with the mean of these',
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'months_before'],
  columns: [
    month,
    stepsType,
    meter,
    column('months_before', 'SMALLINT', 'Months since the first play of the player, cut', {
      range: '0, 1, 2, 3, 6, 12, 24',
    }),
    playersColumn('How many players'),
    shareColumn('passed', 'Mean share of their plays that were passed', { cut: true }),
    meanColumn('ex', 'Mean EX score, of failed plays too', measures.anyEx, { unit: '%' }),
  ],
}

export const retention: AnalysisTable = {
  name: 'retention',
  rowsOf: 'The players who played in a month: all of them, and those of each first month',
  monthly: true,
  sortedBy: ['first_month'],
  columns: [
    month,
    column(
      'first_month',
      'DATE',
      'The month of their first play: its first day. Where it is the month itself, they are new',
      { nullable: 'all who played in the month' },
    ),
    playersColumn('How many players'),
  ],
}

export const hours: AnalysisTable = {
  name: 'hours',
  rowsOf: 'A weekday, an hour of the day or an hour of a weekday: how many players played then in a month',
  monthly: true,
  sortedBy: ['weekday', 'hour'],
  columns: [
    month,
    column('weekday', 'SMALLINT', 'By UTC, Monday being 1', { range: '1–7', nullable: 'all weekdays' }),
    column('hour', 'SMALLINT', 'By UTC', { range: '0–23', nullable: 'the whole day' }),
    playersColumn('Players who played then at least once in the month'),
  ],
}

export const countries: AnalysisTable = {
  name: 'countries',
  rowsOf: `A country with about ${fewestCounted} players in a month or more`,
  monthly: true,
  sortedBy: ['country'],
  columns: [
    month,
    column('country', 'VARCHAR', 'ISO 3166-1 numeric, as players gave it'),
    playersColumn('Its players who played in the month'),
  ],
}
