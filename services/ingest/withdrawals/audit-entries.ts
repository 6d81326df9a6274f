/** What the audit log of operators records of a withdrawal, a wipe or a reinstatement. */
export interface WithdrawalEntry {
  readonly playerId: string | null
  readonly what: string
  readonly details: Readonly<Record<string, string>>
}

export function withdrawalEntry(playerId: string, playId: number): WithdrawalEntry {
  return { playerId, what: 'Play withdrawn', details: { play: String(playId) } }
}

/** `playerId`: of a wipe of one player's plays. */
export function wipeEntry(
  playerId: string | null,
  { wipe, plays, reason }: { readonly wipe: string; readonly plays: number; readonly reason: string },
): WithdrawalEntry {
  return { playerId, what: 'Plays wiped', details: { wipe, plays: String(plays), reason } }
}

export function reinstatementEntry(wipe: string, plays: number): WithdrawalEntry {
  return { playerId: null, what: 'Wipe reinstated', details: { wipe, plays: String(plays) } }
}
