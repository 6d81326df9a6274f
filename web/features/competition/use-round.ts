import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { useSearchParams } from 'react-router-dom'

/** The selected round, 0 for the whole event, kept in the URL. Default: the current round, or all after the end. */
export function useRound(competition: CompetitionPage): [number, (round: number) => void] {
  const [search, setSearch] = useSearchParams()
  const parameter = search.get('round')
  const now = competition.rounds.findIndex(({ phase }) => phase !== 'over')
  const number = parameter === null ? Number.NaN : Number(parameter)
  const round =
    Number.isInteger(number) && number >= 0 && number <= competition.rounds.length ? number : now + 1
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
