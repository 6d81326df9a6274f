import { boardNames } from '../board-name.ts'
import { playersColumn } from './columns.ts'
import { type AnalysisTable, column } from './table.ts'

export const charts: AnalysisTable = {
  name: 'charts',
  rowsOf: 'A chart that a pack has brought',
  monthly: false,
  sortedBy: ['chart'],
  columns: [
    column('chart', 'VARCHAR', 'Its hash', { range: '16 hex digits' }),
    column('title', 'VARCHAR', 'Title of the song'),
    column('artist', 'VARCHAR', 'Artist of the song'),
    column('steps_type', 'VARCHAR', 'Panels it is for, as dance-single'),
    column('difficulty', 'VARCHAR', 'Its slot in the game', { range: 'Beginner–Edit' }),
    column('meter', 'SMALLINT', 'Its difficulty as its author gave it', { nullable: 'none was given' }),
    column('length', 'DOUBLE', 'To the last note', { unit: 's' }),
    column('lowest_bpm', 'DOUBLE', 'Slowest tempo', { unit: 'beats a minute' }),
    column('highest_bpm', 'DOUBLE', 'Fastest tempo', { unit: 'beats a minute' }),
    column('peak_nps', 'DOUBLE', 'Notes per second in its densest measure', { unit: '1/s' }),
    column('rows', 'INTEGER', 'Rows of steps that are judged'),
    column('holds', 'INTEGER', 'Holds'),
    column('rolls', 'INTEGER', 'Rolls'),
    column('mines', 'INTEGER', 'Mines'),
    column('stream_measures', 'INTEGER', 'Measures of streams, by the note length that has most of them'),
    column('packs', 'INTEGER[]', 'Numbers of the packs that hold it now'),
  ],
}

export const packs: AnalysisTable = {
  name: 'packs',
  rowsOf: 'A pack',
  monthly: false,
  sortedBy: ['pack'],
  columns: [
    column('pack', 'INTEGER', 'Its number'),
    column('name', 'VARCHAR', 'Its name'),
    column('songs', 'INTEGER', 'Songs in it'),
    column('added', 'DATE', 'The day on which it was first there, by UTC'),
  ],
}

export const competitionStandings: AnalysisTable = {
  name: 'event_standings',
  rowsOf: 'A band of points of an event that is closed, on one board',
  monthly: false,
  sortedBy: ['event', 'board', 'from_points'],
  columns: [
    column('event', 'VARCHAR', 'Its short name, as in its address'),
    column('board', 'VARCHAR', 'Which board', { range: boardNames.join(', ') }),
    column('from_points', 'INTEGER', 'The least points of the band'),
    column('to_points', 'INTEGER', 'The most points of the band'),
    playersColumn('Players with so many points in the whole event'),
  ],
}
