import { listCountriesOfPlayers } from '@stepledger/contracts/http/boards.ts'
import { useRead } from '../../api/use-call.ts'
import { counted } from '../../ui/count-text.ts'
import { usePlayersOfBoard } from './players-of-board.ts'

interface Props {
  /** Two letters; null: none is chosen. */
  readonly code: string | null
  /** Undefined while loading. */
  readonly name?: string | undefined
  readonly players?: number | undefined
}

export function CountrySelect({ code, name, players }: Props) {
  const [, choosePlayers] = usePlayersOfBoard()
  const { data, error, refetch } = useRead(listCountriesOfPlayers, {})
  const chosen = code?.toUpperCase() ?? ''
  const countries = data?.countries ?? []
  const isListed = countries.some((country) => country.code === chosen)
  return (
    <div className="mute flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm">
      <select
        className="select h-10 min-w-32 max-w-56 flex-1 md:h-8"
        aria-label="Country"
        value={chosen}
        onChange={({ target }) => choosePlayers({ of: 'country', code: target.value.toLowerCase() })}
      >
        {!isListed && <option value={chosen}>{chosen === '' ? 'Choose a country' : (name ?? chosen)}</option>}
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </select>
      {error && !data ? (
        <button type="button" className="hit link" onClick={() => void refetch()}>
          Failed to load countries. Retry
        </button>
      ) : (
        players !== undefined && <span>{counted(players, 'player')}</span>
      )}
    </div>
  )
}
