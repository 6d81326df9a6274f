import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { AliasSearchStatus, useAliasSearch } from '../players/alias-search.tsx'

interface Props {
  readonly rivalIds: ReadonlySet<string>
  readonly onChange: (playerId: string, rival: boolean) => void
}

/** Finds players by alias: the name opens the profile, the button adds or removes the rival. */
export function PlayerSearch({ rivalIds, onChange }: Props) {
  const [text, setText] = useState('')
  const { found, error } = useAliasSearch(text)
  const isOpen = text.trim() !== '' && found !== null
  return (
    <div className="border-b border-line px-4 py-3">
      <SearchField
        type="search"
        className="h-11 w-full md:h-10 md:w-96"
        aria-label="Search players by alias"
        placeholder="Search players..."
        maxLength={50}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <AliasSearchStatus text={text} found={isOpen ? found.length : null} />
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
                <Button
                  size="small"
                  aria-label={`${rival ? 'Remove' : 'Add'} Rival ${alias}`}
                  onClick={() => onChange(userId, !rival)}
                >
                  {rival ? 'Remove Rival' : 'Add Rival'}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <CallFailure className="mt-2" error={error} sentence="Failed to search players" />
    </div>
  )
}
