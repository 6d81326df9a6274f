import { maxAliasesFound } from '@stepledger/contracts/http/players.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { errorText } from '../../api/call-error.ts'
import { type FoundPlayer, useAliasSearch } from '../../session/use-alias-search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly rivalIds: ReadonlySet<string>
  readonly onAdd: (player: FoundPlayer) => void
}

/** The result count; at the server's limit there may be more. */
const resultText = (count: number) =>
  count < maxAliasesFound ? `${count} found` : `First ${count} shown. Keep typing to narrow it down.`

/** Searches players by alias, with keyboard selection. */
export function RivalSearch({ rivalIds, onAdd }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { found, error } = useAliasSearch(text)
  const players = found ?? []
  const open = text.trim() !== '' && found !== null
  const clear = () => {
    setText('')
    setActive(0)
  }
  const choose = (player: FoundPlayer) => {
    clear()
    onAdd(player)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const player = players[active]
    if (event.key === 'Escape') clear()
    else if (step !== undefined && players.length > 0)
      setActive((active + step + players.length) % players.length)
    else if (event.key === 'Enter' && player) choose(player)
    else return
    event.preventDefault()
  }
  return (
    <div className="border-b border-line px-4 py-3">
      <label className="input h-11 w-full md:h-10">
        <Icon name="find" className="mute" />
        <input
          role="combobox"
          aria-label="Search players by alias"
          aria-expanded={open && players.length > 0}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-activedescendant={open && players[active] ? `${id}-${active}` : undefined}
          placeholder="Search players to add..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div
        id={`${id}-found`}
        role="listbox"
        aria-label="Players"
        className={open && players.length > 0 ? 'drop static mt-2' : ''}
      >
        {open &&
          players.map((player, i) => (
            <button
              key={player.userId}
              id={`${id}-${i}`}
              type="button"
              role="option"
              aria-selected={i === active}
              data-active={i === active || undefined}
              tabIndex={-1}
              className="min-h-11! md:min-h-9!"
              // Keeps the focus in the input.
              onPointerDown={(event) => event.preventDefault()}
              onPointerEnter={() => setActive(i)}
              onClick={() => choose(player)}
            >
              <Avatar
                id={player.userId}
                alias={player.alias}
                imageUrl={player.profileImageUrl}
                size="1.5rem"
              />
              <span className="truncate">{player.alias}</span>
              {rivalIds.has(player.userId) && <span className="mute ml-auto text-xs">Rival</span>}
            </button>
          ))}
      </div>
      <p className="mute mt-1.5 text-xs" role="status">
        {open && players.length === 0
          ? `No players found for "${text.trim()}"`
          : open
            ? resultText(players.length)
            : 'Type at least 2 letters.'}
      </p>
      {error && <ErrorBanner className="mt-2" {...errorText(error, 'Failed to search players')} />}
    </div>
  )
}
