import type { BoardName } from '@stepledger/contracts/board-name.ts'
import {
  listPlayerBests,
  type PlayerGrades,
  type ProfilePage,
  type ProfilePlay,
} from '@stepledger/contracts/http/players.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { GradeGroup } from '@stepledger/contracts/rules/grade-names.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { type Arrivals, HeldScores, LiveList, useArrivals } from '../../live/live-list.tsx'
import { LeaderboardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListBody, SearchBox, SortSelect } from '../../ui/lists/list-body.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { Grade } from '../../ui/score.tsx'
import { CallFailure, Empty } from '../../ui/states.tsx'
import { FilterTag } from '../../ui/tag.tsx'
import {
  countFilters,
  meterOptions,
  playsInOrder,
  type ScoresTab,
  scoresTabs,
  useFilters,
  useScoresView,
} from './filters.ts'
import { BestRows, PlayRows } from './score-rows.tsx'

const titles: Readonly<Record<ScoresTab, string>> = {
  recent: 'Recent Scores',
  best: 'Best Scores',
  firsts: 'First Places',
}

const keyOf = (play: ProfilePlay) => play.playId

interface Props {
  readonly player: ProfilePage
  /** Null while they could not be loaded. */
  readonly grades: PlayerGrades['grades'] | null
  readonly read: UseQueryResult
  readonly firstSteps: ReactNode
}

export function ScoresPanel({ player, grades, read, firstSteps }: Props) {
  const { id, recentPlays, recentPlaysMeta: meta } = player
  const [board, chooseBoard] = useActiveBoard()
  const [filters, change] = useFilters()
  const [view, changeView] = useScoresView()
  const rows = useMemo(() => playsInOrder(recentPlays, filters, board), [recentPlays, filters, board])
  const list = JSON.stringify([{ ...filters, page: meta.page }, board, read.isPlaceholderData, view.tab])
  const arrivals = useArrivals(list, rows, keyOf)
  const choose = (next: BoardName) => {
    chooseBoard(next)
    if (filters.page !== 1) change({ page: 1 })
  }
  return (
    <Panel
      title={titles[view.tab]}
      area={arrivals.area}
      aside={
        <>
          {view.tab === 'recent' && <HeldScores arrivals={arrivals} />}
          <Tabs value={view.tab} onChange={(tab) => changeView({ tab })} />
          <LeaderboardToggle value={board} onChange={choose} />
        </>
      }
    >
      {grades && (
        // On phones only above the lists that it counts and filters, so that recent scores are near.
        <div className={view.tab === 'recent' ? 'max-md:hidden' : ''}>
          <GradeStrip grades={grades} chosen={view.grade} onChoose={(grade) => changeView({ grade })} />
        </div>
      )}
      {view.tab === 'recent' ? (
        <RecentScores arrivals={arrivals} meta={meta} read={read} firstSteps={firstSteps} />
      ) : (
        <BestScores playerId={id} />
      )}
    </Panel>
  )
}

interface GradeStripProps {
  readonly grades: PlayerGrades['grades']
  readonly chosen: GradeGroup | null
  readonly onChoose: (grade: GradeGroup | null) => void
}

/** The grades of a player's bests with the number of charts; a pressed one filters the list. */
function GradeStrip({ grades, chosen, onChoose }: GradeStripProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser.
    <div
      role="group"
      aria-label="Grades"
      className="grid grid-cols-6 border-b border-line @min-[46rem]/panel:grid-cols-12"
    >
      {grades.map(({ group, charts }, i) => (
        <button
          key={group}
          type="button"
          className={`relative grid min-w-0 cursor-pointer content-start justify-items-center gap-0.5 border-line px-1 py-2.5 enabled:hover:bg-base-content/6 focus-visible:-outline-offset-3 disabled:cursor-default disabled:*:opacity-45 aria-pressed:bg-primary/12 aria-pressed:shadow-[inset_0_-3px_0_var(--color-primary)] ${i > 0 ? '@min-[46rem]/panel:border-l' : ''} ${i % 6 > 0 ? 'border-l' : ''} ${i < 6 ? 'max-md:border-b' : ''}`}
          aria-pressed={group === chosen}
          disabled={charts === 0 && group !== chosen}
          onClick={() => onChoose(group === chosen ? null : group)}
        >
          <Grade grade={group} />
          <span className="mute text-xs">
            {countText(charts)}
            <span className="sr-only"> {charts === 1 ? 'chart' : 'charts'}</span>
          </span>
        </button>
      ))}
    </div>
  )
}

const labels: Readonly<Record<ScoresTab, string>> = { recent: 'Recent', best: 'Best', firsts: 'Firsts' }

function Tabs({ value, onChange }: { value: ScoresTab; onChange: (tab: ScoresTab) => void }) {
  return (
    <RadioButtons
      label="List"
      className="lb tabs tab-row"
      value={value}
      onChange={onChange}
      choices={scoresTabs.map((tab) => ({ value: tab, className: 'plain', content: labels[tab] }))}
    />
  )
}

function BestScores({ playerId }: { playerId: string }) {
  const [board] = useActiveBoard()
  const [view, changeView] = useScoresView()
  const [filters, change] = useFilters()
  const { search, sort, direction, page } = filters
  const firsts = view.tab === 'firsts'
  const read = useRead(
    listPlayerBests,
    {
      params: { id: playerId },
      query: {
        leaderboard: board,
        list: firsts ? 'firsts' : 'best',
        grade: view.grade ?? undefined,
        search,
        orderBy: sort,
        orderDirection: direction,
        page,
      },
    },
    { keepPrevious: true },
  )
  const shown = read.data
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 md:gap-3 print:hidden">
        <SearchBox
          label="Search songs"
          className="grow md:w-60 lg:grow-0"
          search={search}
          onSearch={(text) => change({ search: text })}
        />
        <SortControl />
        {view.grade !== null && (
          <FilterTag onRemove={() => changeView({ grade: null })}>{view.grade}</FilterTag>
        )}
        <span className="mute min-h-[1.125rem] text-sm md:ml-auto" role="status">
          {shown &&
            `Showing ${countText(shown.data.length)} of ${countText(shown.meta.total)}, one row for each chart`}
        </span>
      </div>
      <ListBody
        read={read}
        sentence="Failed to load scores"
        empty={<Empty title={emptyText(firsts, search, view.grade)} />}
      >
        {(bests) => <BestRows bests={bests} />}
      </ListBody>
    </>
  )
}

function emptyText(firsts: boolean, search: string, grade: string | null): string {
  if (search !== '') return `No songs found matching "${search}"`
  if (firsts) return grade === null ? 'No first places yet' : `No first place with ${grade}`
  return grade === null ? 'No scores yet' : `No chart with ${grade}`
}

const columns = [
  { column: 'date', label: 'Date' },
  { column: 'title', label: 'Title' },
  { column: 'score', label: 'Score' },
] as const

function SortControl({ className }: { className?: string }) {
  const [{ sort, direction }, change] = useFilters()
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return (
    <SortSelect
      className={className}
      columns={columns}
      sorting={{ orderBy: sort, orderDirection: direction }}
      onSort={(column) => change(column === sort ? { direction: turned } : { sort: column })}
    />
  )
}

interface RecentScoresProps {
  readonly arrivals: Arrivals<ProfilePlay>
  readonly meta: PageMeta
  readonly read: UseQueryResult
  readonly firstSteps: ReactNode
}

/** `read`: of the plays, which still belong to the previous filters while others load. */
function RecentScores({ arrivals, meta, read, firstSteps }: RecentScoresProps) {
  const { error, isPlaceholderData: isLoading } = read
  return (
    <>
      <FilterBar />
      <CallFailure
        className="m-4"
        error={error}
        sentence="Failed to load recent plays"
        onRetry={read.refetch}
      />
      <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
        <LiveList arrivals={arrivals}>
          {arrivals.rows.length === 0 ? (
            <Empty title="No recent scores" action={firstSteps} />
          ) : (
            <PlayRows plays={arrivals.rows} fresh={arrivals.fresh} />
          )}
        </LiveList>
      </div>
      <Pagination meta={meta} />
    </>
  )
}

/** On phones all but the search is behind a button, so that the scores are near. */
function FilterBar() {
  const [filters, change] = useFilters()
  const active = countFilters(filters)
  const [isOpen, setOpen] = useState(active > 0)
  const whenOpen = isOpen ? '' : 'max-md:hidden'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-b border-line px-4 py-3 md:flex print:hidden md:flex-wrap md:items-center md:gap-3">
      <SearchBox
        label="Search songs"
        className="grow md:w-60 lg:grow-0"
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <Button size="medium" className="md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="filter" /> Filters {active > 0 && <b className="mute">{active}</b>}
      </Button>
      <SortControl className={`col-span-2 ${whenOpen}`} />
      <div className={`col-span-2 flex flex-wrap items-center gap-x-2 gap-y-3 lg:ml-auto ${whenOpen}`}>
        <span className="mute">Meter</span>
        <MeterSelect bound="min" label="Lowest meter" />
        <span className="mute">to</span>
        <MeterSelect bound="max" label="Highest meter" />
        <label className="inline-flex min-h-10 w-full items-center gap-2 md:ml-3 md:min-h-0 md:w-auto">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={filters.includeUnknown}
            onChange={(event) => change({ includeUnknown: event.target.checked })}
          />
          Include unknown
        </label>
      </div>
    </div>
  )
}

function MeterSelect({ bound, label }: { bound: 'min' | 'max'; label: string }) {
  const [filters, change] = useFilters()
  return (
    <select
      className="select h-10 w-20 min-[24rem]:w-24 md:h-9 md:w-20"
      aria-label={label}
      value={filters[bound]}
      onChange={(event) => change({ [bound]: Number(event.target.value) })}
    >
      {meterOptions(bound, filters).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
