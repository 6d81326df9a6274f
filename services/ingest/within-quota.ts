import { Refusal } from '../platform/http/refusal.ts'
import type { Quota } from '../platform/limits/quota.ts'
import type { WrittenPlay } from './written-play.ts'

/**
 * Keeps a play if its bytes fit into what its player may send a day. Throws 429 when they do not: the game keeps the
 * play and sends it again. A play that we had before, or that could not be stored, takes nothing.
 */
export async function withinQuota(
  quota: Quota,
  player: string,
  bytes: number,
  keep: () => Promise<WrittenPlay>,
): Promise<WrittenPlay> {
  const wait = await quota.take(player, bytes)
  if (wait > 0) throw spent(wait)
  let stored = false
  try {
    const kept = await keep()
    stored = !kept.duplicate
    return kept
  } finally {
    if (!stored) await quota.giveBack(player, bytes)
  }
}

function spent(wait: number): Refusal {
  const when = wait > 7200 ? `${Math.ceil(wait / 3600)} hours` : `${Math.ceil(wait / 60) + 1} minutes`
  return new Refusal(
    429,
    `No more plays fit into what a player may send a day. Please send this one again in ${when}.`,
    { headers: { 'retry-after': String(wait) } },
  )
}
