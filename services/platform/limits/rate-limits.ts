/**
 * Rate limits and their keys: `play` counts plays per player; `change` changes of rivals, keys, settings and events per player; `lookup` unknown tokens per address; `link` tokens of
 * mail links per player, unknown ones per address; `picture` pictures fetched or drawn per address; `mail` requested
 * mails per recipient; `code` codes of machines, asked for or looked up, per address; `reset` password resets per address; `passkey` per address, and per account once that is known.
 */
export const limitNames = [
  'read',
  'write',
  'change',
  'play',
  'login',
  'register',
  'passkey',
  'lookup',
  'link',
  'code',
  'picture',
  'mail',
  'reset',
] as const
export type LimitName = (typeof limitNames)[number]

/** Limits with increasing delays: wrong passwords of an account per address or device, and in total. */
const delayedNames = ['password', 'account'] as const
export type DelayedName = (typeof delayedNames)[number]

export const rateLimitNames = [...limitNames, ...delayedNames] as const
export type RateLimitName = (typeof rateLimitNames)[number]

/**
 * At most `calls` per `seconds`. For `delayedNames`: `calls` are free, then the delay doubles with each call, up to
 * `seconds`.
 */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}
export interface RateLimits extends Readonly<Record<RateLimitName, RateLimit>> {
  /** Daily quota of a player for plays, in stored bytes. */
  readonly playBytesPerDay: number
  /** Daily quota of a player whose email is not verified, and of all such players behind one address, bytes. */
  readonly unverifiedBytesPerDay: number
  readonly addressBytesPerDay: number
}

/** Window of the daily quotas, s. */
export const day = 86_400

/** An arcade's machines and players share one address, so limits per address are generous. */
export const defaultRateLimits: RateLimits = {
  read: { calls: 3000, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  // Twice a full list of rivals, and more.
  change: { calls: 500, seconds: day },
  play: { calls: 120, seconds: 60 },
  login: { calls: 60, seconds: 300 },
  register: { calls: 60, seconds: 600 },
  // A sign-in takes two calls.
  passkey: { calls: 120, seconds: 300 },
  lookup: { calls: 300, seconds: 60 },
  link: { calls: 60, seconds: 600 },
  // A code has 34 bits and is valid for 900 s: 200 addresses that guess all this time try 14 bits of them.
  code: { calls: 60, seconds: 600 },
  // Drawing one takes 50 ms of CPU time.
  picture: { calls: 60, seconds: 60 },
  // More than one, since a mail may be lost or end up in the junk folder.
  mail: { calls: 5, seconds: 900 },
  reset: { calls: 60, seconds: 600 },
  password: { calls: 5, seconds: 900 },
  account: { calls: 50, seconds: 60 },
  // Nearly 5,000 usual plays, or 300 marathons.
  playBytesPerDay: 64 * 1024 * 1024,
  // The longest play, or 600 usual ones.
  unverifiedBytesPerDay: 8 * 1024 * 1024,
  addressBytesPerDay: 64 * 1024 * 1024,
}
