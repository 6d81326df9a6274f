import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Acceptance, EventPlace, LostPlace } from './event-places.ts'

/** A notification with ids in place of names. Times in ms since 1970, scores in hundredths of a percent. */
export type NotificationOf =
  | {
      readonly kind: 'passed'
      readonly at: number
      readonly rival: string
      readonly chart: string
      readonly playId: number
      readonly hundredths: number
      readonly own: number
    }
  | { readonly kind: 'follower'; readonly at: number; readonly player: string }
  | EventPlace
  | LostPlace
  | Acceptance
  | {
      readonly kind: 'play'
      readonly at: number
      readonly playId: number
      readonly chart: string
      readonly playedAt: number
      readonly late: boolean
      readonly reasons: readonly BoardReason['code'][]
    }
  | {
      readonly kind: 'withdrawn'
      readonly at: number
      /** One of the plays, and their number. */
      readonly playId: number
      readonly chart: string
      readonly plays: number
      readonly reason: string | null
    }
  | RefusedPlays

/**
 * Plays that were refused with a valid API key on one day (UTC), for one reason. They are not in the ledger: the caller
 * of `notificationsOf` reads them elsewhere.
 */
export interface RefusedPlays {
  readonly kind: 'refused'
  /** The last one. */
  readonly at: number
  /** The first characters of the API key. */
  readonly key: string
  readonly plays: number
  /** The last error message, and the game and module that sent it, if known. */
  readonly reason: string
  readonly client: string | null
}

/** From `since` to before `before`, ms since 1970; at least `limit` of them, if available. */
export interface ListedInterval {
  readonly since: number
  readonly before: number
  readonly limit: number
}

/** Latest first. */
export type RefusedPlaysOf = (player: string, interval: ListedInterval) => Promise<readonly RefusedPlays[]>

export function playersNamedBy(notifications: readonly NotificationOf[]): string[] {
  const ids = notifications.flatMap((each) =>
    each.kind === 'passed' ? [each.rival] : each.kind === 'follower' ? [each.player] : [],
  )
  return [...new Set(ids)]
}
