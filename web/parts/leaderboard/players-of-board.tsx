import { countryCode, listCountriesOfPlayers } from '@stepledger/contracts/http/boards.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { counted } from '../../ui/format.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { Empty } from '../../ui/states.tsx'

/** Global · Country · Rivals: whose scores the board shows. Visitors have no rivals. */
export function PlayersToggle() {
  const [{ of: shown }, choosePlayers] = usePlayersOfBoard()
  const user = useUser()
  const own = user?.country?.code.toLowerCase() ?? null
  return (
    <RadioButtons
      label="Players"
      className="lb tabs tab-row"
      value={shown}
      onChange={(of) => choosePlayers(of === 'country' ? { of, code: own } : { of })}
      choices={[
        { value: 'all', className: 'plain', content: 'Global' },
        { value: 'country', className: 'plain', content: 'Country' },
        ...(user !== null || shown === 'rivals'
          ? [{ value: 'rivals', className: 'plain', content: 'Rivals' } as const]
          : []),
      ]}
    />
  )
}

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

export function usePlayersOfBoard(): [PlayersOfBoard, (players: PlayersOfBoard) => void] {
  const [search, setSearch] = useSearchParams()
  return [playersFrom(search), (players) => setSearch(withPlayers(search, players))]
}

/** The board by country of a viewer who has set none, and of a visitor. */
export function NoCountry() {
  const user = useUser()
  return (
    <>
      <CountrySelect code={null} />
      {user === null ? (
        <Empty title="Which country?" text="Choose one to see its players." />
      ) : (
        <Empty
          title="You have no country yet"
          text="Set one in your profile to see how you do there, or choose another."
          action={<Action to="/profile?section=profile">Edit Profile</Action>}
        />
      )}
    </>
  )
}

export function NoRivals() {
  return (
    <Empty
      title="No rivals here yet"
      text="Neither you nor a rival of yours is ranked here."
      action={<Action to="/rivals">My Rivals</Action>}
    />
  )
}

function Action({ to, children }: { to: string; children: string }) {
  return (
    <Link className="btn h-10" to={to}>
      {children}
    </Link>
  )
}

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
