// Parameters of the Gaussian mechanism for published data. docs/anonymity.md explains the guarantee.

/** Standard deviation of the noise on every count and sum, in players. */
export const noiseDeviation = 5

/** Threshold: a row is published only if its noisy count of players is at least this. */
export const minCounted = 25

/** Rows with a true count below this are never published, whatever their noise. */
export const fewestPlayers = 5

/**
 * Squared L2 sensitivity of each table to a single play, in units of one player: the squared distance between its sums
 * with and without the play. `sensitivity.test.ts` checks the values.
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
 * Upper bound on an attacker's success, percent: guesses whether a given play is in the data, by an attacker who has
 * all other plays. 50 is chance. Equals Φ(√45 / 5 / 2), where 45 is the sum of `numbersOfPlay`.
 */
export const rightGuesses = 75

/**
 * Squared sensitivity of `retention` and `progress` of twelve further months, each with plays at three meters, to the
 * only play of a player's first month: `first_month` changes in 12 months by 2 counts, `months_before` in 5 months by 6
 * numbers for each meter.
 */
export const numbersOfFirstPlay = 114

/** Like `rightGuesses`, for such a play: Φ(√(45 + 114) / 5 / 2), percent. */
export const rightGuessesOfFirstPlay = 90

/**
 * Days (UTC) between the end of a month and its export, because offline games submit late. Plays that arrive later are
 * added to past months once a year, as long after its beginning.
 */
export const quietDays = 2
