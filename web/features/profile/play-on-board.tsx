import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { boardFrom } from '@stepledger/contracts/board-name.ts'
import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import { countText } from '../../ui/count-text.ts'

interface Props {
  readonly play: ProfilePlay
  readonly board: BoardName
}

/** The place that the play holds; nothing while it is unknown, or where a better play holds one. */
export function PlaceOfPlay(props: Props) {
  const rank = onBoard(props)?.rank
  return rank == null ? null : <span className="font-semibold">#{countText(rank)}</span>
}

/** Percentage points from the best before the play; "first" on the first one that counts. */
export function ChangeOfPlay(props: Props) {
  const meant = onBoard(props)
  if (!meant) return null
  if (meant.change === null) return <span className="mute text-xs">first</span>
  const gained = meant.change.startsWith('+') && meant.change !== '+0.00'
  return <span className={gained ? 'font-semibold ic-own' : 'mute'}>{meant.change.replace('-', '−')}</span>
}

/** What the play meant on the shown board; the answer of another board is not shown. */
function onBoard({ play: { onBoard: meant }, board }: Props) {
  return meant && boardFrom(meant.leaderboard) === board ? meant : null
}
