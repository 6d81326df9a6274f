import { boardNames } from '../board-name.ts'
import { fewestCounted, noiseDeviation } from './anonymity.ts'
import { chart, meanColumn, meter, month, playersColumn, shareColumn, stepsType } from './columns.ts'
import { errorOfMean, measures } from './measure.ts'
import { fewestSteps, offsetBins, segmentSeconds } from './steps.ts'
import { type AnalysisTable, column } from './table.ts'

const ranked = {
  players: 'ranked_players',
  nullable: `fewer than ${fewestCounted} players have a ranked play`,
}
const percent = { unit: '%', ...ranked }
const milliseconds = { unit: 'ms', ...ranked }

export const chartMonths: AnalysisTable = {
  name: 'chart_months',
  rowsOf: 'A chart in a month. A player counts once, with the mean of their plays',
  monthly: true,
  sortedBy: ['chart'],
  columns: [
    month,
    chart,
    playersColumn('Players who played it at the speed of the song, and whose game said whether they passed'),
    shareColumn('passed', 'Of these players, the mean share of their plays that were passed', { cut: true }),
    column(
      'ranked_players',
      'INTEGER',
      `Players with ranked plays of it, of whom the means are; noise: standard deviation ${noiseDeviation}`,
      {
        range: `${fewestCounted}–`,
        nullable: ranked.nullable,
      },
    ),
    meanColumn('hard_ex', 'Mean HardEX score of ranked plays', measures.hardEx, percent),
    meanColumn('ex', 'Mean EX score of ranked plays', measures.ex, percent),
    meanColumn('itg', 'Mean ITG score of ranked plays', measures.itg, percent),
    meanColumn(
      'mean_offset',
      'Mean of the mean offsets of ranked plays, late positive',
      measures.meanOffset,
      milliseconds,
    ),
    meanColumn(
      'mean_absolute_offset',
      'Mean of the mean absolute offsets of ranked plays',
      measures.absoluteOffset,
      milliseconds,
    ),
    meanColumn(
      'deviation',
      'Mean of the standard deviations of offsets of ranked plays',
      measures.deviation,
      milliseconds,
    ),
  ],
}

export const judgments: AnalysisTable = {
  name: 'judgments',
  rowsOf:
    'A judgment of a board on a chart in a month: its share of the steps of ranked plays. A player counts once, with the mean of their plays',
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
    playersColumn('Players with ranked plays of the chart'),
    shareColumn('share', 'Its mean share of the steps of these players', { cut: false }),
  ],
}

export const timing: AnalysisTable = {
  name: 'timing',
  rowsOf: `${segmentSeconds} seconds of a chart in a month, with ${fewestSteps} rows of steps or more. A player counts once, with the mean of their ranked plays, whose vector over the chart is cut to the length ${measures.lateness.to} ms`,
  monthly: true,
  sortedBy: ['chart', 'seconds'],
  columns: [
    month,
    chart,
    column(
      'seconds',
      'INTEGER',
      'When the part begins, in the time of the song, as most players’ games say',
      {
        unit: 's',
      },
    ),
    column('steps', 'INTEGER', 'Rows of steps in the part, as most players’ games say'),
    playersColumn('Players with ranked plays of the chart'),
    column(
      'late',
      'DOUBLE',
      `How much later the steps of the part were hit than those of the whole play; ${errorOfMean(measures.lateness)}`,
      { unit: 'ms' },
    ),
    column(
      'wide',
      'DOUBLE',
      `How much larger the standard deviation of offsets is in the part than in the whole play; ${errorOfMean(measures.lateness)}`,
      { unit: 'ms' },
    ),
  ],
}

export const offsets: AnalysisTable = {
  name: 'offsets',
  rowsOf: `${offsetBins.width} milliseconds of offsets at a meter in a month. A player counts once, with the mean of their ranked plays`,
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'ms'],
  columns: [
    month,
    stepsType,
    meter,
    column('ms', 'SMALLINT', 'Where the bin begins, late positive', {
      unit: 'ms',
      range: `−${-offsetBins.from}–${offsetBins.to - offsetBins.width}`,
    }),
    playersColumn('Players with ranked plays at the meter'),
    shareColumn('share', `Share of the steps of these players within ${offsetBins.to} ms`, { cut: false }),
  ],
}
