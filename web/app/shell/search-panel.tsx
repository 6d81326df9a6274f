import { type ChartsPage, type ListedChart, listCharts } from '@stepledger/contracts/http/charts.ts'
import { listPacks, type PackSummary, type PacksPage } from '@stepledger/contracts/http/packs.ts'
import { autocompleteUsers, type FoundPlayer, minAliasSearch } from '@stepledger/contracts/http/players.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useRivalSwitch } from '../../parts/rivals/use-rival-switch.ts'
import { useRelations, useUser } from '../../sign-in/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { counted, countText } from '../../ui/format.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { CallFailure, ErrorBanner } from '../../ui/states.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { useDebounced } from '../../ui/use-now.ts'

/** The field and its results. The focus stays in the field: arrows move through the results, Enter opens one. */
export function SearchPanel({ onChosen }: { onChosen: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { found, error } = useSiteSearch(text)
  const { setRival, failure } = useRivalSwitch()
  const results = found ?? []
  const { active, setActive, onKeyDown } = useActiveOption(results, (chosen) => {
    if (chosen.kind === 'rival') return setRival(chosen.player.userId, true)
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
                key={`${row.kind} ${row.to}`}
                id={`${id}-${i}`}
                to={row.to}
                role="option"
                aria-selected={i === active}
                data-active={i === active || undefined}
                tabIndex={-1}
                className="found"
                onPointerMove={() => setActive(i)}
                onClick={(event) => {
                  if (row.kind !== 'rival') return onChosen()
                  event.preventDefault()
                  setRival(row.player.userId, true)
                }}
              >
                <FoundRow found={row} />
              </Link>
            ))}
          </div>
        ))}
      </div>
      <CallFailure className="m-4" error={error} sentence="Failed to search" />
      {failure && <ErrorBanner className="m-4" {...failure} />}
      <p className="mute border-t border-line px-4 py-2.5 text-xs first:border-0" role="status">
        {text.trim() === ''
          ? 'Charts, players and packs'
          : found === null
            ? error === null && 'Searching…'
            : found.length === 0
              ? `Nothing found for "${text.trim()}"`
              : counted(results.filter(({ kind }) => kind !== 'all' && kind !== 'rival').length, 'result')}
        {results.length > 0 && <span className="max-md:hidden"> · ↑ ↓ to move, Enter to open</span>}
      </p>
    </>
  )
}

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
  const viewer = useUser()?.id ?? null
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
  return { found: foundOf({ search, charts: charts.data, packs: packs.data, users, viewer }), error: null }
}

function FoundRow({ found }: { found: Found }) {
  switch (found.kind) {
    case 'chart': {
      const { chart } = found
      return (
        <>
          <Banner hash={chart.hash} source={chart} className="w-16" />
          <Text title={titleOrUnknown(chart.songName)} detail={artistOrUnknown(chart.artist)} />
          <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
        </>
      )
    }
    case 'player': {
      const { userId, alias, profileImageUrl } = found.player
      return (
        <>
          <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
          <span className="min-w-0 grow truncate font-semibold">{alias}</span>
        </>
      )
    }
    case 'pack': {
      const { pack } = found
      const songs = counted(pack.simfileCount, 'song')
      return (
        <>
          <Banner hash={nameHash(pack.name)} source={pack} className="w-16" />
          <Text title={pack.name} detail={songs} />
        </>
      )
    }
    case 'rival':
      return <RivalRow player={found.player} />
    case 'all':
      return <span className="underline decoration-primary decoration-2">{found.text}</span>
  }
}

function RivalRow({ player: { userId, alias } }: { player: FoundPlayer }) {
  const isRival = useRelations()(userId) === 'rival'
  return (
    <span className="mute min-w-0 truncate pl-10 text-sm">
      {isRival ? `${alias} is a rival` : `Add ${alias} as a rival`}
    </span>
  )
}

function Text({ title, detail }: { title: string; detail: string }) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate font-semibold leading-4">{title}</span>
      <span className="mute block truncate text-xs">{detail}</span>
    </span>
  )
}

/** A result of the search. `all`: a list of everything that was found. `rival`: adds the player as a rival. */
type Found = { readonly to: string; readonly group: string } & (
  | { readonly kind: 'chart'; readonly chart: ListedChart }
  | { readonly kind: 'player'; readonly player: FoundPlayer }
  | { readonly kind: 'rival'; readonly player: FoundPlayer }
  | { readonly kind: 'pack'; readonly pack: PackSummary }
  | { readonly kind: 'all'; readonly text: string }
)

interface Answers {
  readonly search: string
  readonly charts: ChartsPage
  readonly packs: PacksPage
  readonly users: readonly FoundPlayer[]
  readonly viewer: string | null
}

/** The results in the order in which they are shown, each with the heading of its group. */
function foundOf({ search, charts, packs, users, viewer }: Answers): Found[] {
  const all = (list: 'charts' | 'packs', group: string, { data, meta }: ChartsPage | PacksPage): Found[] =>
    meta.total <= data.length
      ? []
      : [
          {
            kind: 'all',
            group,
            to: `/${list}?${new URLSearchParams({ search })}`,
            text: `All ${countText(meta.total)} ${list}`,
          },
        ]
  const foundCharts = [
    ...charts.data.map(
      (chart): Found => ({ kind: 'chart', group: 'Charts', to: `/chart/${chart.hash}`, chart }),
    ),
    ...all('charts', 'Charts', charts),
  ]
  const foundPlayers = users.flatMap((player, i): Found[] => {
    const found = { group: 'Players', to: `/user/${player.userId}`, player }
    const canAdd = i === 0 && viewer !== null && viewer !== player.userId
    return [{ kind: 'player', ...found }, ...(canAdd ? [{ kind: 'rival' as const, ...found }] : [])]
  })
  const starts = (name: string) => name.toLowerCase().startsWith(search.toLowerCase())
  const meansPlayer =
    users.some(({ alias }) => starts(alias)) && !charts.data.some(({ songName }) => starts(songName))
  return [
    ...(meansPlayer ? [...foundPlayers, ...foundCharts] : [...foundCharts, ...foundPlayers]),
    ...packs.data.map((pack): Found => ({ kind: 'pack', group: 'Packs', to: `/pack/${pack.id}`, pack })),
    ...all('packs', 'Packs', packs),
  ]
}

/** The active option of a combobox: arrow keys move it, Enter chooses it. */
function useActiveOption<Option>(options: readonly Option[], onChoose: (option: Option) => void) {
  const [active, setActive] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options[active]
    if (step !== undefined && options.length > 0) setActive((active + step + options.length) % options.length)
    else if (event.key === 'Enter' && option !== undefined) onChoose(option)
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}
