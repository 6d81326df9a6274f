import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'

export function withdrawalEntry(playerId: string, playId: number): OperatorEntry {
  return { playerId, what: 'Play withdrawn', details: { play: String(playId) } }
}

/** `playerId`: of a wipe of one player's plays. */
export function wipeEntry(
  playerId: string | null,
  { wipe, plays, reason }: { readonly wipe: string; readonly plays: number; readonly reason: string },
): OperatorEntry {
  return { playerId, what: 'Plays wiped', details: { wipe, plays: String(plays), reason } }
}

export function reinstatementEntry(wipe: string, plays: number): OperatorEntry {
  return { what: 'Wipe reinstated', details: { wipe, plays: String(plays) } }
}
