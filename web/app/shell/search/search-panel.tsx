import { listCharts } from '@stepledger/contracts/http/chart-list.ts'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import { autocompleteUsers, minAliasSearch } from '@stepledger/contracts/http/players.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { counted } from '../../../ui/count-text.ts'
import { CallFailure } from '../../../ui/error-banner.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useActiveOption } from '../../../ui/use-active-option.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type Found, foundOf } from './found.ts'
import { FoundRow } from './found-row.tsx'

/** The field and its results. The focus stays in the field: arrows move through the results, Enter opens one. */
export function SearchPanel({ onChosen }: { onChosen: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { found, error } = useSiteSearch(text)
  const results = found ?? []
  const { active, setActive, onKeyDown } = useActiveOption(results, (chosen) => {
    onChosen()
    void navigate(chosen.to)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the active result changed.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <SearchField
          role="combobox"
          aria-label="Search charts, players and packs"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-activedescendant={results[active] ? `${id}-${active}` : undefined}
          placeholder="Search..."
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-found`} role="listbox" aria-label="Results" className="overflow-y-auto">
        {groupsOf(results).map(([group, rows]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox.
          <div
            key={group}
            role="group"
            aria-label={group}
            className="border-b border-line py-1.5 last:border-0"
          >
            <p aria-hidden="true" className="mute px-4 py-1 text-xs">
              {group}
            </p>
            {rows.map(([row, i]) => (
              <Link
                key={row.to}
                id={`${id}-${i}`}
                to={row.to}
                role="option"
                aria-selected={i === active}
                data-active={i === active || undefined}
                tabIndex={-1}
                className="found"
                onPointerMove={() => setActive(i)}
                onClick={onChosen}
              >
                <FoundRow found={row} />
              </Link>
            ))}
          </div>
        ))}
      </div>
      <CallFailure className="m-4" error={error} sentence="Failed to search" />
      <p className="mute border-t border-line px-4 py-2.5 text-xs first:border-0" role="status">
        {text.trim() === ''
          ? 'Charts, players and packs'
          : found === null
            ? error === null && 'Searching…'
            : found.length === 0
              ? `Nothing found for "${text.trim()}"`
              : counted(results.filter(({ kind }) => kind !== 'all').length, 'result')}
        {results.length > 0 && <span className="max-md:hidden"> · ↑ ↓ to move, Enter to open</span>}
      </p>
    </>
  )
}

/** The results by group, each with its number among all. */
function groupsOf(results: readonly Found[]): [string, [Found, number][]][] {
  const groups = new Map<string, [Found, number][]>()
  for (const [i, row] of results.entries())
    groups.set(row.group, [...(groups.get(row.group) ?? []), [row, i]])
  return [...groups]
}

/** Results of each kind. */
const limit = 5

interface SiteSearch {
  /** Null without a text and while loading. */
  readonly found: readonly Found[] | null
  readonly error: Error | null
}

function useSiteSearch(typed: string): SiteSearch {
  const text = typed.trim()
  const search = useDebounced(text)
  const enabled = search !== ''
  const charts = useRead(listCharts, { query: { search, limit } }, { enabled })
  const packs = useRead(listPacks, { query: { search, limit } }, { enabled })
  const seeksPlayers = enabled && search.length >= minAliasSearch && search.length <= 50
  const players = useRead(autocompleteUsers, { query: { query: search } }, { enabled: seeksPlayers })
  const settled = enabled && search === text
  const error = settled ? (charts.error ?? packs.error ?? players.error) : null
  if (!settled || !charts.data || !packs.data || (seeksPlayers && !players.data))
    return { found: null, error }
  const users = seeksPlayers ? (players.data?.users.slice(0, limit) ?? []) : []
  return { found: foundOf({ search, charts: charts.data, packs: packs.data, users }), error: null }
}
