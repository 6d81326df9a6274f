/** What is counted, and by what: `account` counts sign-ins and registrations by mail address, `play` counts plays by player. */
export const limitNames = ['read', 'write', 'play', 'login', 'register', 'account'] as const
export type LimitName = (typeof limitNames)[number]

/** At most `calls` in `seconds`. */
export interface Figure {
  readonly calls: number
  readonly seconds: number
}
export interface Figures extends Readonly<Record<LimitName, Figure>> {
  /** What the plays that a player sends within a day may take in bytes, as they are kept. */
  readonly playBytesPerDay: number
}

/** What a quota of a day lasts, seconds. */
export const day = 86_400

/** An arcade's machines and players share one address, so what is counted by address is generous. */
export const defaultFigures: Figures = {
  read: { calls: 3000, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  play: { calls: 120, seconds: 60 },
  login: { calls: 60, seconds: 300 },
  register: { calls: 60, seconds: 600 },
  account: { calls: 10, seconds: 300 },
  // Five thousand usual plays, two hundred marathons.
  playBytesPerDay: 64 * 1024 * 1024,
}
