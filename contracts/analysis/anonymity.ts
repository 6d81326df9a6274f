/**
 * How many players at least stand behind every row that is published, and behind every value that is worked out of
 * plays: nobody who knows all public pages can tell which of them it was with a greater chance than one in this number.
 * docs/anonymity.md says why.
 */
export const fewestPlayers = 5

/** A country with fewer players than this is published as "other". */
export const fewestOfCountry = 20

/**
 * How exactly a row of `plays` tells of its play, the most exact first: a play is published at the first level at which
 * enough players have one that looks the same.
 */
export const detailLevels = [
  'hour, chart, scores to the point',
  'day, chart, scores to the point',
  'day, chart, EX score to five points',
  'month, chart, scores to the point',
  'month, chart, EX score to five points',
  'day, meter, EX score to five points',
  'month, meter, EX score to five points',
  'month, meter',
] as const

/**
 * What was played in the last days, by UTC, is not published yet, and a month is over for exports this many days after
 * its end: games that were offline send late, and one play more in the files of the next day would be told apart by
 * that.
 */
export const quietDays = 2

/**
 * What still changes is published by hour or day alone: as long as a month runs, the difference of two days' files
 * would tell the day of a play that is published by month.
 */
export const levelsOfRunningMonth = [1, 2, 3, 6] as const
