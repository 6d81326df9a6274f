import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'

type Times = Pick<PlaySubmitted, 'at'> & { readonly data: Pick<PlaySubmitted['data'], 'playedAt'> }

/** No game of this kind ran before; a machine whose clock has lost its battery says such dates. Ms since 1970. */
const earliest = Date.UTC(2001, 0, 1)

export function clockWasWrong({ data }: Times): boolean {
  return data.playedAt < earliest
}

/** When it was received, if the game's clock was wrong. Ms since 1970. */
export function timeOfPlay(event: Times): number {
  return clockWasWrong(event) ? event.at : event.data.playedAt
}
