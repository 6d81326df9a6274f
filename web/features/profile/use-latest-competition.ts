import { getCompetitionPlayer, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { useRead } from '../../api/use-call.ts'

/**
 * The competition that started last, null if none has started, and whether the player takes part in it. `waiting` until
 * both are known, or could not be loaded.
 */
export function useLatestCompetition(playerId: string) {
  const { data, isPending } = useRead(listCompetitions, {})
  const competition = data?.events.find(({ phase }) => phase !== 'before') ?? null
  const standing = useRead(
    getCompetitionPlayer,
    { params: { slug: competition?.slug ?? '', id: playerId } },
    { enabled: competition !== null },
  )
  return {
    competition,
    idle: standing.data?.places.length === 0,
    waiting: isPending || (competition !== null && standing.isPending),
  }
}
