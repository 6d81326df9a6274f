import { countryCode } from '@stepledger/contracts/http/boards.ts'
import { useSearchParams } from 'react-router-dom'
import { withParameters } from '../../app/with-parameters.ts'

/**
 * Whose scores a board shows: everybody's, those of a country (two letters; null: the viewer's, who has set none), or
 * those of the viewer's rivals.
 */
export type PlayersOfBoard =
  | { readonly of: 'all' }
  | { readonly of: 'rivals' }
  | { readonly of: 'country'; readonly code: string | null }

/** The query parameter: `rivals`, `country` without one, or the letters of a country. */
const parameter = 'players'

export function playersFrom(search: URLSearchParams): PlayersOfBoard {
  const text = search.get(parameter)
  if (text === 'rivals') return { of: 'rivals' }
  if (text === 'country') return { of: 'country', code: null }
  const code = countryCode.safeParse(text)
  return code.success ? { of: 'country', code: code.data.toLowerCase() } : { of: 'all' }
}

/** The same address with a board of others, from its first page on and of now. */
export function withPlayers(search: URLSearchParams, players: PlayersOfBoard): URLSearchParams {
  const names = { all: null, rivals: 'rivals', country: 'country' } as const
  const code = players.of === 'country' ? players.code : null
  return withParameters(search, { page: null, at: null, [parameter]: code ?? names[players.of] })
}

/** The players in the address, and their setter. */
export function usePlayersOfBoard(): [PlayersOfBoard, (players: PlayersOfBoard) => void] {
  const [search, setSearch] = useSearchParams()
  return [
    playersFrom(search),
    (players) => setSearch(withPlayers(search, players), { preventScrollReset: true }),
  ]
}
