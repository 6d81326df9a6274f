import type { EventPage } from '@stepledger/contracts/http/events.ts'
import { useSearchParams } from 'react-router-dom'

/**
 * The round that is looked at, 0 for the whole event, kept in the address. Without one there: the round of now, or all
 * once it is over.
 */
export function useRound(event: EventPage): [number, (round: number) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('round')
  const now = event.rounds.findIndex(({ phase }) => phase !== 'over')
  const number = asked === null ? Number.NaN : Number(asked)
  const round = Number.isInteger(number) && number >= 0 && number <= event.rounds.length ? number : now + 1
  const choose = (next: number) =>
    setSearch(
      (old) => {
        const left = new URLSearchParams(old)
        left.delete('page')
        left.set('round', String(next))
        return left
      },
      { replace: true, preventScrollReset: true },
    )
  return [round, choose]
}
