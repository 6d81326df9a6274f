import { maxAliasesFound } from '@stepledger/contracts/http/players.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useAliasSearch } from '../../session/use-alias-search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly rivalIds: ReadonlySet<string>
  readonly onChange: (playerId: string, rival: boolean) => void
}

/** The result count; at the server's limit there may be more. */
const resultText = (count: number) =>
  count < maxAliasesFound ? `${count} found` : `First ${count} shown. Keep typing to narrow it down.`

/** Finds players by alias: the name opens the profile, the button adds or removes the rival. */
export function PlayerSearch({ rivalIds, onChange }: Props) {
  const [text, setText] = useState('')
  const { found, error } = useAliasSearch(text)
  const isOpen = text.trim() !== '' && found !== null
  return (
    <div className="border-b border-line px-4 py-3">
      <label className="input h-11 w-full md:h-10 md:w-96">
        <Icon name="find" className="mute" />
        <input
          type="search"
          aria-label="Search players by alias"
          placeholder="Search players..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="mute mt-1.5 text-xs" role="status">
        {!isOpen
          ? 'Type at least 2 letters.'
          : found.length === 0
            ? `No players found for "${text.trim()}"`
            : resultText(found.length)}
      </p>
      {isOpen && found.length > 0 && (
        <ul className="mt-1 grid md:max-w-xl" aria-label="Players">
          {found.map(({ userId, alias, profileImageUrl }) => {
            const rival = rivalIds.has(userId)
            return (
              <li key={userId} className="flex items-center gap-3 py-1">
                <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
                <Link
                  className="hit min-w-0 flex-1 truncate font-semibold hover:underline"
                  to={`/user/${userId}`}
                >
                  {alias}
                </Link>
                <Link className="btn btn-ghost btn-sm h-10 max-sm:hidden md:h-8" to={`/rivals/${userId}`}>
                  Compare
                </Link>
                <button
                  type="button"
                  className="btn btn-sm h-10 md:h-8"
                  aria-label={`${rival ? 'Remove' : 'Add'} Rival ${alias}`}
                  onClick={() => onChange(userId, !rival)}
                >
                  {rival ? 'Remove Rival' : 'Add Rival'}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {error && <ErrorBanner className="mt-2" {...errorText(error, 'Failed to search players')} />}
    </div>
  )
}
