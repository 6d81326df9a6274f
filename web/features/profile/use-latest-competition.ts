import { listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { useRead } from '../../api/use-call.ts'

/** The competition that started last; null if none has started. */
export function useLatestCompetition() {
  const { data, isPending } = useRead(listCompetitions, {})
  return { competition: data?.events.find(({ phase }) => phase !== 'before') ?? null, waiting: isPending }
}
