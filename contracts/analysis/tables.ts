import { z } from 'zod'
import { boardNames } from '../board-name.ts'

/** Column types, by their names in DuckDB. All exist in Parquet. */
const columnType = z.enum(['BOOLEAN', 'SMALLINT', 'INTEGER', 'DOUBLE', 'VARCHAR', 'DATE', 'INTEGER[]'])

/** A column of a published table. `nullable`: meaning of a missing value; null if the column has none. */
const analysisColumn = z.object({
  name: z.string(),
  type: columnType,
  meaning: z.string(),
  nullable: z.string().nullable(),
})
export type AnalysisColumn = z.infer<typeof analysisColumn>

/** `rowsOf`: meaning of a row. */
export const analysisTable = z.object({
  name: z.string(),
  rowsOf: z.string(),
  columns: z.array(analysisColumn),
})
export type AnalysisTable = z.infer<typeof analysisTable>

/** Version of the tables below. It grows with each change of a column; docs/analysis.md lists the changes. */
export const schemaVersion = 3

/** Rows of `countries` and `hours` with fewer players are left out. */
export const fewestPlayers = 5

/** Width of the offset classes of `timing`, and the offset beyond which the outermost ones have no end, ms. */
export const offsetClass = { width: 5, last: 200 } as const

/** Starts of the parts of a session, minutes. */
export const sessionParts = [0, 15, 30, 60] as const

/**
 * Columns of judgment counts. A row of steps is in the first one whose limit its offset does not exceed, ms. The limits
 * are those of windows of any system; a column is null under rules without a window that ends at its limits.
 */
export const windows = [
  { name: 'fantastic_10', upTo: 10 },
  { name: 'fantastic_15', upTo: 15 },
  { name: 'fantastic_23', upTo: 23 },
  { name: 'excellent', upTo: 44.5 },
  { name: 'great', upTo: 103.5 },
  { name: 'decent', upTo: 136.5 },
  { name: 'way_off', upTo: 181.5 },
] as const

function column(
  name: string,
  type: AnalysisColumn['type'],
  meaning: string,
  nullable: string | null = null,
): AnalysisColumn {
  return { name, type, meaning, nullable }
}

const player = column('player', 'INTEGER', 'Number of the player in this series, drawn anew for each series')
const chart = column('chart', 'VARCHAR', 'Hash of the chart, 16 hex digits')
const noBoard = 'the rules have no such board'
const allMissed = 'no row was hit'
const otherRules = 'the rules have no such window'

/** The published tables: files, data dictionary and checks derive from this list. */
export const analysisTables: readonly AnalysisTable[] = [
  {
    name: 'plays',
    rowsOf: 'A play that is not withdrawn, in random order',
    columns: [
      player,
      chart,
      column('week', 'DATE', 'Monday of the ISO week in which it was played, UTC'),
      column('nth_play', 'INTEGER', 'Which play of the player on the chart it is, from 1'),
      column(
        'session_part',
        'SMALLINT',
        `Minutes since the session began, rounded down to ${sessionParts.join(', ')}; a break of more than two hours ends a session`,
      ),
      column('rate', 'DOUBLE', 'Speed of the music, 1 is normal', 'not reported'),
      column('passed', 'BOOLEAN', 'Whether the song was passed', 'not reported'),
      column('ranked', 'BOOLEAN', 'Whether it counts on the boards'),
      column('hardex', 'DOUBLE', 'HardEX score, percent', noBoard),
      column('ex', 'DOUBLE', 'EX score, percent', noBoard),
      column('itg', 'DOUBLE', 'ITG score, percent', noBoard),
      column('mean_offset', 'DOUBLE', 'Mean offset without misses, late positive, ms', allMissed),
      column('mean_absolute_offset', 'DOUBLE', 'Mean absolute offset without misses, ms', allMissed),
      column('deviation', 'DOUBLE', 'Standard deviation of the offsets without misses, ms', allMissed),
      ...windows.map(({ name, upTo }, i) =>
        column(
          name,
          'INTEGER',
          i === 0
            ? `Rows of steps off by at most ${upTo} ms`
            : `Rows of steps off by more than ${windows[i - 1]?.upTo} and at most ${upTo} ms`,
          otherRules,
        ),
      ),
      column('miss', 'INTEGER', 'Rows of steps that were missed'),
      column('held', 'INTEGER', 'Holds and rolls that were held'),
      column('mines_hit', 'INTEGER', 'Mines that were hit'),
    ],
  },
  {
    name: 'timing',
    rowsOf: 'An offset class of a chart, counted over all rows of `plays`',
    columns: [
      chart,
      column(
        'ms',
        'SMALLINT',
        `Start of the class, which is ${offsetClass.width} ms wide, late positive; the first and the last class also have everything beyond ${offsetClass.last} ms`,
        'missed rows',
      ),
      column('rows', 'INTEGER', 'Number of rows of steps'),
    ],
  },
  {
    name: 'event_scores',
    rowsOf: 'The best score of a player on a chart of a closed event, on one board',
    columns: [
      column('event', 'VARCHAR', 'Short name of the event, as in its address'),
      column('round', 'SMALLINT', 'Number of the round, from 1'),
      column('board', 'VARCHAR', `Board: ${boardNames.join(', ')}`),
      chart,
      player,
      column('score', 'DOUBLE', 'Score, percent'),
      column('points', 'INTEGER', 'Points of the event for it'),
    ],
  },
  {
    name: 'countries',
    rowsOf: `A country with at least ${fewestPlayers} players`,
    columns: [
      column('country', 'SMALLINT', "Country in the players' profiles, ISO 3166-1 numeric"),
      column('players', 'INTEGER', 'Number of players with plays'),
      column('plays', 'INTEGER', 'Number of plays'),
    ],
  },
  {
    name: 'hours',
    rowsOf: `An hour of the week in which at least ${fewestPlayers} players played`,
    columns: [
      column('weekday', 'SMALLINT', 'Weekday, UTC; 1 is Monday'),
      column('hour', 'SMALLINT', 'Hour of the day, UTC, 0 to 23'),
      column('players', 'INTEGER', 'Number of players who ever played then'),
      column('plays', 'INTEGER', 'Number of plays'),
    ],
  },
  {
    name: 'charts',
    rowsOf: 'A chart of a pack',
    columns: [
      chart,
      column('title', 'VARCHAR', 'Title of the song'),
      column('artist', 'VARCHAR', 'Artist of the song'),
      column('steps_type', 'VARCHAR', 'Steps type, such as dance-single'),
      column('difficulty', 'VARCHAR', 'Difficulty slot in the game, Beginner to Edit'),
      column('meter', 'SMALLINT', 'Difficulty rating by the author of the chart', 'not rated'),
      column('length', 'DOUBLE', 'Time of the last note, s'),
      column('lowest_bpm', 'DOUBLE', 'Slowest tempo, beats a minute'),
      column('highest_bpm', 'DOUBLE', 'Fastest tempo, beats a minute'),
      column('peak_nps', 'DOUBLE', 'Notes per second in the densest measure'),
      column('rows', 'INTEGER', 'Number of rows of steps'),
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
  },
  {
    name: 'packs',
    rowsOf: 'A pack that is listed',
    columns: [
      column('pack', 'INTEGER', 'Number of the pack, as in its address'),
      column('name', 'VARCHAR', 'Name of the pack'),
      column('songs', 'INTEGER', 'Number of songs'),
      column('added', 'DATE', 'Day on which it was added, UTC'),
    ],
  },
]
