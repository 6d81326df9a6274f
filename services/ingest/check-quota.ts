import { HttpError } from '../platform/http/http-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Quota } from '../platform/limits/quota.ts'
import type { WrittenPlay } from './written-play.ts'

/** Who sends a play. `addressKey`: what calls of the address are counted under. */
export interface Sender {
  readonly playerId: string
  readonly verified: boolean
  readonly addressKey: string
}

export type PlayQuotas = Pick<Limits, 'playBytes' | 'unverifiedBytes' | 'addressBytes'>

/** Seconds after which a player who may verify the mail meanwhile sends again at the latest. */
const longestUnverified = 900

/**
 * Keeps a play if its bytes fit into the quota of its player, without a verified mail also into that of the address.
 * Throws 503 when they do not: the game keeps the play and sends it again. Duplicates and plays that could not be stored
 * take nothing.
 */
export async function checkQuota(
  quotas: PlayQuotas,
  sender: Sender,
  bytes: number,
  keep: () => Promise<WrittenPlay>,
): Promise<WrittenPlay> {
  const giveBack = await take(quotas, sender, bytes)
  let stored = false
  try {
    const kept = await keep()
    stored = !kept.duplicate
    return kept
  } finally {
    if (!stored) await giveBack()
  }
}

/** Takes the bytes from every quota, or from none; returns what gives them back. */
async function take(quotas: PlayQuotas, sender: Sender, bytes: number): Promise<() => Promise<void>> {
  const taken: (readonly [Quota, string])[] = []
  const giveBack = async () => {
    for (const [quota, key] of taken) await quota.giveBack(key, bytes)
  }
  for (const [quota, key] of quotasOf(quotas, sender)) {
    const wait = await quota.take(key, bytes)
    if (wait > 0) {
      await giveBack()
      throw spent(wait, sender.verified)
    }
    taken.push([quota, key])
  }
  return giveBack
}

function quotasOf(
  { playBytes, unverifiedBytes, addressBytes }: PlayQuotas,
  { playerId, verified, addressKey }: Sender,
): (readonly [Quota, string])[] {
  if (verified) return [[playBytes, playerId]]
  return [
    [unverifiedBytes, playerId],
    [addressBytes, addressKey],
  ]
}

function spent(wait: number, verified: boolean): HttpError {
  const when = wait > 7200 ? `${Math.ceil(wait / 3600)} hours` : `${Math.ceil(wait / 60) + 1} minutes`
  const words = verified
    ? `No more plays fit into what a player may send a day. Please send this one again in ${when}.`
    : `No more plays fit into what players without a verified email may send a day. Verify your email, or send this one again in ${when}.`
  const retryAfter = verified ? wait : Math.min(wait, longestUnverified)
  return new HttpError(503, words, { headers: { 'retry-after': String(retryAfter) } })
}
