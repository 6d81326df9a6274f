import { boardNames } from '../board-name.ts'
import { fewestOfCountry, fewestPlayers } from './anonymity.ts'
import { type AnalysisTable, column } from './table.ts'

const tooFew = 'too few players have the like'

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

export const players: AnalysisTable = {
  name: 'players',
  rowsOf: `A player, published no more exactly than lets them pass for ${fewestPlayers - 1} others; nothing leads from here to plays`,
  monthly: false,
  sortedBy: ['player'],
  columns: [
    column('player', 'VARCHAR', 'Pseudonym; another one in each series', { range: '16 hex digits' }),
    column(
      'country',
      'VARCHAR',
      `ISO 3166-1 numeric; "other" where it has fewer than ${fewestOfCountry} players`,
      {
        nullable: `none was given, or ${tooFew}`,
      },
    ),
    column('since', 'SMALLINT', 'Year of the first play', { nullable: tooFew }),
    column('plays', 'INTEGER', 'Plays, cut to 1, 10, 100, 1,000 or 10,000', {
      range: '1–10000',
      nullable: tooFew,
    }),
    column('level', 'SMALLINT', 'The highest meter that was passed, cut to a multiple of three', {
      nullable: `none was passed, or ${tooFew}`,
    }),
    column(
      'gain',
      'SMALLINT',
      'How much the EX score grew from the first to the last play of a chart, over all that were played twice: median, cut to a multiple of two',
      {
        unit: 'points of percent',
        nullable: `nothing was played twice, or ${tooFew}`,
      },
    ),
  ],
}

export const eventStandings: AnalysisTable = {
  name: 'event_standings',
  rowsOf: `At least ${fewestPlayers} neighbours in the standings of a round of an event, on one board`,
  monthly: false,
  sortedBy: ['event', 'round', 'board', 'from_rank'],
  columns: [
    column('event', 'VARCHAR', 'Its short name, as in its address'),
    column('round', 'SMALLINT', 'Number of the round; 0 is the whole event'),
    column('board', 'VARCHAR', 'Which board', { range: boardNames.join(', ') }),
    column('from_rank', 'INTEGER', 'The best rank among them'),
    column('to_rank', 'INTEGER', 'The worst rank among them'),
    column('players', 'INTEGER', 'How many they are', { range: `${fewestPlayers}–` }),
    column('points', 'DOUBLE', 'Mean of their points'),
    column('charts', 'DOUBLE', 'Mean of the charts that they have scores on'),
  ],
}
