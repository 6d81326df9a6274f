import { boardNames } from '../board-name.ts'
import { minCounted, noiseDeviation } from './anonymity.ts'
import { chart, meanColumn, meter, month, playersColumn, shareColumn, stepsType } from './columns.ts'
import { errorOfMean, measures } from './measure.ts'
import { minSteps, offsetBins, segmentSeconds } from './steps.ts'
import { type AnalysisTable, column } from './table.ts'

const ranked = {
  players: 'ranked_players',
  nullable: `fewer than ${minCounted} players have a ranked play`,
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
    playersColumn('Players with plays at rate 1 for which the game reported passed or failed'),
    shareColumn('passed', "Mean share of these players' plays that were passed", { clipped: true }),
    column(
      'ranked_players',
      'INTEGER',
      `Players with ranked plays; the means below are over them; noise: standard deviation ${noiseDeviation}`,
      {
        range: `${minCounted}–`,
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
    'A judgment of a board on a chart in a month, with its share of the steps of ranked plays. A player counts once, with the mean of their plays',
  monthly: true,
  sortedBy: ['chart', 'board', 'nth'],
  columns: [
    month,
    chart,
    column('board', 'VARCHAR', 'Board whose timing windows apply', { range: boardNames.join(', ') }),
    column('nth', 'SMALLINT', 'Position among the judgments of the board, 1 for the best', {
      range: '1–13',
    }),
    column('judgment', 'VARCHAR', 'Name of the judgment'),
    playersColumn('Players with ranked plays of the chart'),
    shareColumn('share', "Mean share of the judgment in these players' steps", { clipped: false }),
  ],
}

export const timing: AnalysisTable = {
  name: 'timing',
  rowsOf: `A segment of a chart in a month: ${segmentSeconds} seconds with at least ${minSteps} rows of steps. A player counts once, with the mean of their ranked plays; the vector of a player's values over all segments is clipped to a norm of ${measures.lateness.to} ms`,
  monthly: true,
  sortedBy: ['chart', 'seconds'],
  columns: [
    month,
    chart,
    column('seconds', 'INTEGER', "Start of the segment in the song, by majority of the players' games", {
      unit: 's',
    }),
    column('steps', 'INTEGER', "Number of rows of steps in the segment, by majority of the players' games"),
    playersColumn('Players with ranked plays of the chart'),
    column(
      'late',
      'DOUBLE',
      `Mean offset in the segment minus mean offset of the whole play; ${errorOfMean(measures.lateness)}`,
      { unit: 'ms' },
    ),
    column(
      'wide',
      'DOUBLE',
      `Standard deviation of offsets in the segment minus that of the whole play; ${errorOfMean(measures.lateness)}`,
      { unit: 'ms' },
    ),
  ],
}

export const offsets: AnalysisTable = {
  name: 'offsets',
  rowsOf: `A bin of a histogram of offsets, ${offsetBins.width} ms wide, at a meter in a month. A player counts once, with the mean of their ranked plays`,
  monthly: true,
  sortedBy: ['steps_type', 'meter', 'ms'],
  columns: [
    month,
    stepsType,
    meter,
    column('ms', 'SMALLINT', 'Start of the bin, late positive', {
      unit: 'ms',
      range: `−${-offsetBins.from}–${offsetBins.to - offsetBins.width}`,
    }),
    playersColumn('Players with ranked plays at the meter'),
    shareColumn('share', `Mean share of the bin in these players' steps within ${offsetBins.to} ms`, {
      clipped: false,
    }),
  ],
}
