import { boardNames } from '../board-name.ts'
import { playersColumn } from './columns.ts'
import { type AnalysisTable, column } from './table.ts'

export const charts: AnalysisTable = {
  name: 'charts',
  rowsOf: 'A chart of a pack',
  monthly: false,
  sortedBy: ['chart'],
  columns: [
    column('chart', 'VARCHAR', 'Hash of the chart', { range: '16 hex digits' }),
    column('title', 'VARCHAR', 'Title of the song'),
    column('artist', 'VARCHAR', 'Artist of the song'),
    column('steps_type', 'VARCHAR', 'Steps type, such as dance-single'),
    column('difficulty', 'VARCHAR', 'Difficulty slot in the game', { range: 'Beginner–Edit' }),
    column('meter', 'SMALLINT', 'Difficulty rating by the author of the chart', { nullable: 'not rated' }),
    column('length', 'DOUBLE', 'Time of the last note', { unit: 's' }),
    column('lowest_bpm', 'DOUBLE', 'Slowest tempo', { unit: 'beats a minute' }),
    column('highest_bpm', 'DOUBLE', 'Fastest tempo', { unit: 'beats a minute' }),
    column('peak_nps', 'DOUBLE', 'Notes per second in the densest measure', { unit: '1/s' }),
    column('rows', 'INTEGER', 'Number of judged rows of steps'),
    column('holds', 'INTEGER', 'Number of holds'),
    column('rolls', 'INTEGER', 'Number of rolls'),
    column('mines', 'INTEGER', 'Number of mines'),
    column(
      'stream_measures',
      'INTEGER',
      'Number of measures in streams, for the note length with the most of them',
    ),
    column('packs', 'INTEGER[]', 'Numbers of the packs that contain the chart now'),
  ],
}

export const packs: AnalysisTable = {
  name: 'packs',
  rowsOf: 'A pack',
  monthly: false,
  sortedBy: ['pack'],
  columns: [
    column('pack', 'INTEGER', 'Number of the pack, as in its address'),
    column('name', 'VARCHAR', 'Name of the pack'),
    column('songs', 'INTEGER', 'Number of songs'),
    column('added', 'DATE', 'Day on which the pack was added, UTC'),
  ],
}

export const competitionStandings: AnalysisTable = {
  name: 'event_standings',
  rowsOf: 'A range of points on one board of a closed event',
  monthly: false,
  sortedBy: ['event', 'board', 'from_points'],
  columns: [
    column('event', 'VARCHAR', 'Short name of the event, as in its address'),
    column('board', 'VARCHAR', 'Board', { range: boardNames.join(', ') }),
    column('from_points', 'INTEGER', 'Lowest number of points in the range'),
    column('to_points', 'INTEGER', 'Highest number of points in the range'),
    playersColumn('Players whose points in the whole event are in the range'),
  ],
}
