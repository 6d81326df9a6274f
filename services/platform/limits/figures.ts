/**
 * What is counted, and by what: `account` counts sign-ins and registrations by mail address, `play` counts plays by key, `picture` those that
 * are fetched or drawn, by address.
 */
export const limitNames = ['read', 'write', 'play', 'login', 'register', 'account', 'picture'] as const
export type LimitName = (typeof limitNames)[number]

/** At most `calls` in `seconds`. */
export interface Figure {
  readonly calls: number
  readonly seconds: number
}
export type Figures = Readonly<Record<LimitName, Figure>>

/** An arcade's machines and players share one address, so what is counted by address is generous. */
export const defaultFigures: Figures = {
  read: { calls: 3000, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  play: { calls: 120, seconds: 60 },
  login: { calls: 60, seconds: 300 },
  register: { calls: 60, seconds: 600 },
  account: { calls: 10, seconds: 300 },
  // Drawing one takes a twentieth of a second of computing.
  picture: { calls: 60, seconds: 60 },
}
