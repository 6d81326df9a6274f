import { boardNames } from '../board-name.ts'
import { detailLevels } from './anonymity.ts'
import { type AnalysisTable, column } from './table.ts'

const month = column('month', 'DATE', 'The month in which it was played, by UTC: its first day')
const chart = column('chart', 'VARCHAR', 'Hash of the chart', { range: '16 hex digits' })
const percent = { unit: '%', range: '0–100' }
const milliseconds = { unit: 'ms' }

export const plays: AnalysisTable = {
  name: 'plays',
  rowsOf:
    'A play, published no more exactly than its month, chart and scores let it pass for plays of others',
  monthly: true,
  sortedBy: ['chart', 'played', 'play'],
  columns: [
    column('play', 'VARCHAR', 'Pseudonym of the play; another one in each series', {
      range: '16 hex digits',
    }),
    month,
    column('played', 'TIMESTAMP', 'When it was played, by UTC, cut to the hour, the day or the month'),
    column(
      'detail',
      'SMALLINT',
      `How exactly it is published: ${detailLevels.map((level, i) => `${i + 1} ${level}`).join('; ')}`,
      { range: `1–${detailLevels.length}` },
    ),
    { ...chart, nullable: 'at detail 6 to 8' },
    column('steps_type', 'VARCHAR', 'Panels it is for, as dance-single', {
      nullable: 'no pack has brought the chart',
    }),
    column('meter', 'SMALLINT', 'Difficulty of the chart as its author gave it', {
      nullable: 'none was given',
    }),
    column('rate', 'DOUBLE', 'Speed of the music, 1 being its own, to a twentieth', {
      nullable: 'not sent, or at detail 3 or 5 to 8',
    }),
    column('passed', 'BOOLEAN', 'Whether it was passed', { nullable: 'the game did not say' }),
    column('ranked', 'BOOLEAN', 'Whether it counts on the boards', { nullable: 'at detail 8' }),
    column('hard_ex', 'SMALLINT', 'HardEX score, cut to a whole percent', {
      ...percent,
      nullable: 'at detail 3 or 5 to 8',
    }),
    column('ex', 'SMALLINT', 'EX score, cut to a whole percent, by detail 3 and 5 to 7 to five', {
      ...percent,
      nullable: 'at detail 8',
    }),
    column('itg', 'SMALLINT', 'ITG score, cut to a whole percent', {
      ...percent,
      nullable: 'at detail 3 or 5 to 8',
    }),
  ],
}

export const chartMonths: AnalysisTable = {
  name: 'chart_months',
  rowsOf: 'A chart in a month: its plays taken together',
  monthly: true,
  sortedBy: ['chart'],
  columns: [
    month,
    chart,
    column('plays', 'INTEGER', 'Plays that are counted in', { range: '5–' }),
    column('passed', 'INTEGER', 'Of these, how many were passed'),
    column('mean_offset', 'DOUBLE', 'Mean of the plays’ mean offsets, late positive', {
      ...milliseconds,
      nullable: 'all steps were missed',
    }),
    column('mean_absolute_offset', 'DOUBLE', 'Mean of the plays’ mean absolute offsets', {
      ...milliseconds,
      nullable: 'all steps were missed',
    }),
    column('deviation', 'DOUBLE', 'Mean of the plays’ standard deviations of offsets', {
      ...milliseconds,
      nullable: 'all steps were missed',
    }),
    column('hard_ex', 'DOUBLE', 'Mean of the HardEX scores', percent),
    column('ex', 'DOUBLE', 'Mean of the EX scores', percent),
    column('itg', 'DOUBLE', 'Mean of the ITG scores', percent),
  ],
}

export const judgments: AnalysisTable = {
  name: 'judgments',
  rowsOf: 'A judgment of a board on a chart in a month: how often it was given',
  monthly: true,
  sortedBy: ['chart', 'board', 'nth'],
  columns: [
    month,
    chart,
    column('board', 'VARCHAR', 'The board whose windows are meant', { range: boardNames.join(', ') }),
    column('nth', 'SMALLINT', 'Its place among the judgments of its board, the best being 1', {
      range: '1–13',
    }),
    column('judgment', 'VARCHAR', 'Its name'),
    column('plays', 'INTEGER', 'Plays that are counted in', { range: '5–' }),
    column('count', 'BIGINT', 'How often it was given in these plays', { unit: 'rows of steps' }),
  ],
}

export const timing: AnalysisTable = {
  name: 'timing',
  rowsOf: 'A row of steps of a chart in a month: by how much all plays missed its time',
  monthly: true,
  sortedBy: ['chart', 'row'],
  columns: [
    month,
    chart,
    column('row', 'INTEGER', 'Which row of the chart, the first being 1'),
    column('seconds', 'DOUBLE', 'When it is due, in the time of the song', { unit: 's' }),
    column(
      'offsets',
      'SMALLINT[]',
      'An offset for each play that hit it, rising, late positive: nothing tells which play it is of',
      {
        ...milliseconds,
        range: '−1000–1000',
      },
    ),
    column('missed', 'INTEGER', 'Plays that missed it'),
  ],
}

export const sessions: AnalysisTable = {
  name: 'sessions',
  rowsOf:
    'A quarter of an hour of all sessions of a month, a session being plays of a player without a break of two hours',
  monthly: true,
  sortedBy: ['minute'],
  columns: [
    month,
    column('minute', 'SMALLINT', 'Minutes since the session began, cut to a quarter of an hour', {
      unit: 'min',
      range: '0–240, the last for all later ones',
    }),
    column('plays', 'INTEGER', 'Plays that are counted in', { range: '5–' }),
    column(
      'offset_change',
      'DOUBLE',
      'Mean of how much later than in the first quarter of its own session a play was',
      milliseconds,
    ),
    column(
      'deviation_change',
      'DOUBLE',
      'Mean of how much its standard deviation had grown since then',
      milliseconds,
    ),
    column('ex_change', 'DOUBLE', 'Mean of how much its EX score had grown since then', {
      unit: 'points of percent',
    }),
  ],
}
