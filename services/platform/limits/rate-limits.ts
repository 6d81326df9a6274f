/**
 * What is counted, and by what: `play` counts plays by player; `lookup` counts, by address, tokens that turned out to
 * name nobody; `link` counts tokens of mails, by player, unknown ones by address; `picture` those that are fetched or
 * drawn, by address; `mail` those that somebody asks for, by who gets them; `reset` asked resets of passwords, by
 * address; `passkey` by address, and by account once that is known.
 */
export const limitNames = [
  'read',
  'write',
  'play',
  'login',
  'register',
  'passkey',
  'lookup',
  'link',
  'picture',
  'mail',
  'reset',
] as const
export type LimitName = (typeof limitNames)[number]

/**
 * What is slowed down instead: wrong passwords of an account, from one address or device and from all of them together.
 */
export const slowedNames = ['password', 'account'] as const
export type SlowedName = (typeof slowedNames)[number]

export const rateLimitNames = [...limitNames, ...slowedNames] as const
export type RateLimitName = (typeof rateLimitNames)[number]

/**
 * At most `calls` in `seconds`. Of what is slowed down: `calls` are free, then each waits twice as long as the one
 * before, up to `seconds`.
 */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}
export interface RateLimits extends Readonly<Record<RateLimitName, RateLimit>> {
  /** What the plays that a player sends within a day may take in bytes, as they are kept. */
  readonly playBytesPerDay: number
  /** The same of a player whose mail is not verified, and of all of those behind one address together. */
  readonly unverifiedBytesPerDay: number
  readonly addressBytesPerDay: number
}

/** What a quota of a day lasts, seconds. */
export const day = 86_400

/** An arcade's machines and players share one address, so what is counted by address is generous. */
export const defaultRateLimits: RateLimits = {
  read: { calls: 3000, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  play: { calls: 120, seconds: 60 },
  login: { calls: 60, seconds: 300 },
  register: { calls: 60, seconds: 600 },
  // Signing in takes two.
  passkey: { calls: 120, seconds: 300 },
  lookup: { calls: 300, seconds: 60 },
  link: { calls: 60, seconds: 600 },
  // Drawing one takes a twentieth of a second of computing.
  picture: { calls: 60, seconds: 60 },
  // A mail may be lost, or lie among the junk: a few more than one.
  mail: { calls: 5, seconds: 900 },
  reset: { calls: 60, seconds: 600 },
  password: { calls: 5, seconds: 900 },
  account: { calls: 50, seconds: 60 },
  // Nearly five thousand usual plays, three hundred marathons.
  playBytesPerDay: 64 * 1024 * 1024,
  // The longest play, or six hundred usual ones.
  unverifiedBytesPerDay: 8 * 1024 * 1024,
  addressBytesPerDay: 64 * 1024 * 1024,
}
