/**
 * The published numbers are counts and sums over players, with Gaussian noise: docs/anonymity.md says what follows from
 * that. In each number a player counts once at most, with the mean of their plays.
 */

/** Standard deviation of the noise on every count and sum, in players. */
export const noiseDeviation = 5

/** A row is published where its count with noise is at least this, so where about this many players stand behind it. */
export const fewestCounted = 25

/** A row of fewer players is never published, whatever the noise. */
export const fewestPlayers = 5

/**
 * How many numbers a single play changes at most by the weight of one player, by table: the square of the distance
 * between the sums with the play and without it.
 */
export const numbersOfPlay = {
  scores: 1,
  chart_months: 9,
  judgments: 3,
  timing: 2,
  offsets: 2,
  sessions: 7,
  players: 4,
  progress: 3,
  retention: 2,
  hours: 3,
  countries: 1,
  event_standings: 6,
  stream: 2,
} as const

/**
 * Of 100 guesses whether a given play is in the data, so many are right at best, made by somebody who knows everything
 * else; 50 are right by chance. It is the standard normal distribution at √45 / 5 / 2.
 */
export const rightGuesses = 75

/**
 * What was played in the last days, by UTC, is not published yet, and a month is over for exports this many days after
 * its end: games that were offline send late.
 */
export const quietDays = 2
