import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import { counted } from '../../ui/count-text.ts'

/** "3 plays of 1 player on 2 charts". */
export function extentText({ plays, players, charts }: WipeExtent): string {
  return `${counted(plays, 'play')} of ${counted(players, 'player')} on ${counted(charts, 'chart')}`
}
