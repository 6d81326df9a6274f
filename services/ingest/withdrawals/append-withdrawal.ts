import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/** Appends the withdrawal of a play by the operator. `at`: ms since 1970. */
export async function appendWithdrawal(
  ledger: Pick<Ledger, 'append'>,
  { playId, player, reason, at }: { playId: number; player: string; reason: string | null; at: number },
): Promise<Position> {
  const bytes = encodeEvent(playWithdrawn, {
    id: `withdrawal-${playId}`,
    at,
    key: player,
    data: { playId, by: 'operator', reason },
  })
  return ledger.append('events', { key: player, bytes })
}
