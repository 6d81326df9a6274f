import type { FoundPlayer } from '@stepledger/contracts/http/players.ts'
import { useId, useState } from 'react'
import { AliasSearchStatus, useAliasSearch } from '../../rivals/alias-search.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useActiveOption } from '../../ui/use-active-option.ts'

interface Props {
  readonly rivalIds: ReadonlySet<string>
  readonly onAdd: (player: FoundPlayer) => void
}

export function RivalSearch({ rivalIds, onAdd }: Props) {
  const id = useId()
  const [text, setText] = useState('')
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
  const { active, setActive, onKeyDown } = useActiveOption(players, choose)
  return (
    <div className="border-b border-line px-4 py-3">
      <SearchField
        role="combobox"
        aria-label="Search players by alias"
        aria-expanded={open && players.length > 0}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={open && players[active] ? `${id}-${active}` : undefined}
        placeholder="Search players to add..."
        maxLength={50}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            clear()
            event.preventDefault()
          } else onKeyDown(event)
        }}
      />
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
      <AliasSearchStatus text={text} found={open ? players.length : null} />
      <CallFailure className="mt-2" error={error} sentence="Failed to search players" />
    </div>
  )
}
