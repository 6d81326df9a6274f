import {
  type ChartsQuery,
  type ListedChart,
  listCharts,
  listOwnCharts,
  ownChartsQuery,
} from '@stepledger/contracts/http/charts.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { type FocusEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { ChartsBy } from '../../parts/charts/charts-by.tsx'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { MarkOf, useMarks } from '../../parts/marks/marks.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Banner, type BannerSource } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Difficulty, stepsTypeLabel } from '../../ui/difficulty.tsx'
import { Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListBody } from '../../ui/lists/list-body.tsx'
import { ListTools, useListState } from '../../ui/lists/list-tools.tsx'
import { type SortProps, Table, useRowLink } from '../../ui/lists/table.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { FilterTag } from '../../ui/tag.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { countFilters, FilterPanel, noFilters, noNames } from './filter-panel.tsx'

const inAddress = ownChartsQuery.omit({ limit: true, leaderboard: true })

/** All known charts with search, filters and sorting. Filters by the viewer's plays have a list of their own. */
export function ChartsPage() {
  const [query, change] = useListState(inAddress)
  const [leaderboard] = useActiveBoard()
  const user = useUser()
  const { played, below, ...shared } = query
  const isOwn = user !== null && (played !== undefined || below !== undefined)
  const asked = { ...shared, packId: shared.packId?.toString() }
  const everyones = useRead(listCharts, { query: asked }, { keepPrevious: true, enabled: !isOwn })
  const own = useRead(
    listOwnCharts,
    { query: { ...asked, played, below, leaderboard } },
    { keepPrevious: true, enabled: isOwn },
  )
  const read = isOwn ? own : everyones
  useChangesOf('packs', read.refetch)
  const wide = useWide()
  const { search } = query
  const chosen = user === null ? shared : query
  const active = countFilters(chosen)
  const [filtersOpen, openFilters] = useState(countFilters({ ...chosen, ...noNames }) > 0)
  const filters = useId()
  return (
    <div className="min-h-dvh">
      <PageHeading>Charts</PageHeading>
      <section className="panel" aria-label="Charts">
        <ListTools what="charts" columns={chartColumns} query={query} onChange={change} answer={read.data}>
          <Button
            size="medium"
            aria-expanded={filtersOpen}
            aria-controls={filtersOpen ? filters : undefined}
            onClick={() => openFilters(!filtersOpen)}
          >
            <Icon name="filter" /> Filters {active > 0 && <b className="mute">{active}</b>}
          </Button>
          {query.artist !== undefined && (
            <FilterTag onRemove={() => change({ artist: undefined })}>Artist: {query.artist}</FilterTag>
          )}
          {query.stepartist !== undefined && (
            <FilterTag onRemove={() => change({ stepartist: undefined })}>
              Stepartist: {query.stepartist}
            </FilterTag>
          )}
          {query.packId !== undefined && (
            <FilterTag onRemove={() => change({ packId: undefined })}>
              Pack: {read.data?.filters.packName ?? query.packId}
            </FilterTag>
          )}
        </ListTools>
        {filtersOpen && (
          <FilterPanel id={filters} filters={chosen} onChange={change} signedIn={user !== null} />
        )}
        <ListBody
          read={read}
          prefix="Error loading charts"
          sentence="Failed to fetch charts"
          empty={
            <Empty
              title={search === '' ? 'No charts available' : `No charts found matching "${search}"`}
              action={
                active > 0 && !filtersOpen && <Button onClick={() => change(noFilters)}>Clear Filters</Button>
              }
            />
          }
        >
          {(charts) =>
            wide ? (
              <ChartTable charts={charts} sorting={query} onSort={change} />
            ) : (
              <ChartCards charts={charts ?? []} />
            )
          }
        </ListBody>
      </section>
    </div>
  )
}

function ChartCards({ charts }: { charts: readonly ListedChart[] }) {
  const rowLink = useRowLink()
  const marks = useMarks(charts.map(({ hash }) => hash))
  return (
    <ul>
      {charts.map((chart) => {
        const facts = [artistOrUnknown(chart.artist), stepsTypeLabel(chart.stepsType)].filter(Boolean)
        const [pack] = chart.packs
        const stepartist = stepartistOf(chart)
        return (
          <li
            key={chart.hash}
            {...rowLink(
              `/chart/${chart.hash}`,
              marks
                ? 'cardrow grid-cols-[5rem_minmax(0,1fr)_2rem]'
                : 'cardrow grid-cols-[5rem_minmax(0,1fr)]',
            )}
          >
            <div>
              <Banner hash={chart.hash} source={chart} />
              <div className="mt-1.5">
                <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
              </div>
            </div>
            <div className="min-w-0">
              <Link className="hit block font-semibold" to={`/chart/${chart.hash}`}>
                <span className="block truncate">
                  <SongName chart={chart} />
                </span>
              </Link>
              <div className="mute truncate text-xs">{facts.join(' · ')}</div>
              {(pack || stepartist) && (
                <div className="mt-1 flex min-w-0 gap-1 text-xs leading-5">
                  {pack && (
                    <>
                      <PackLink pack={pack} className="hit link max-w-[65%] min-w-0" />
                      <span className="mute shrink-0">
                        {chart.packs.length > 1 && `and ${chart.packs.length - 1} more `}
                        {stepartist && '·'}
                      </span>
                    </>
                  )}
                  {stepartist && (
                    <ChartsBy stepartist={stepartist} className="hit link min-w-0">
                      <span className="block truncate">{stepartist}</span>
                    </ChartsBy>
                  )}
                </div>
              )}
            </div>
            {marks && (
              <div className="justify-self-end">
                <MarkOf mark={marks.get(chart.hash)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const chartColumns = [
  { column: 'songName', label: 'Song' },
  { column: 'rating', label: 'Rating' },
  { column: 'createdAt', label: 'Added' },
] as const

const whenWide = 'hidden lg:[display:table-cell]'

interface Props extends SortProps<ChartsQuery['orderBy']> {
  /** Null while loading. */
  readonly charts: readonly ListedChart[] | null
}

function ChartTable({ charts, ...sort }: Props) {
  const marks = useMarks(charts?.map(({ hash }) => hash) ?? [])
  return (
    <Table
      rows={charts}
      keyOf={({ hash }) => hash}
      to={({ hash }) => `/chart/${hash}`}
      sort={sort}
      columns={[
        {
          head: 'Song',
          by: 'songName',
          cell: (chart) => (
            <div className="flex min-w-0 items-center gap-3">
              <Banner hash={chart.hash} source={chart} />
              <div className="min-w-0">
                <Link className="block truncate font-semibold" to={`/chart/${chart.hash}`}>
                  <SongName chart={chart} />
                </Link>
                <span className="mute block truncate text-xs">
                  <ChartsBy artist={chart.artist}>{artistOrUnknown(chart.artist)}</ChartsBy>
                </span>
              </div>
            </div>
          ),
        },
        {
          head: 'Steps Type',
          width: 'hidden w-24 lg:[display:table-column]',
          className: whenWide,
          cellClass: 'mute',
          cell: ({ stepsType }) => stepsTypeLabel(stepsType) ?? '-',
        },
        marks && { head: 'Yours', width: 'w-16', cell: ({ hash }) => <MarkOf mark={marks.get(hash)} /> },
        {
          head: 'Rating',
          by: 'rating',
          width: 'w-34',
          cell: ({ difficulty, meter }) => <Difficulty difficulty={difficulty} meter={meter} />,
        },
        {
          head: 'Packs',
          width: 'w-40 xl:w-52',
          cell: ({ packs }) => <PacksOfChart packs={packs} />,
        },
        {
          head: 'Stepartist',
          width: 'hidden w-28 lg:[display:table-column] xl:w-36',
          className: whenWide,
          cellClass: 'mute truncate',
          cell: (chart) => {
            const stepartist = stepartistOf(chart)
            return stepartist === null ? '-' : <ChartsBy stepartist={stepartist}>{stepartist}</ChartsBy>
          },
        },
        {
          head: 'Added',
          by: 'createdAt',
          width: 'w-28 xl:w-32',
          className: 'num',
          cellClass: 'mute',
          cell: ({ createdAt }) => <Time at={createdAt} format="day" />,
        },
      ]}
    />
  )
}

function stepartistOf({ stepartist, credit }: ListedChart): string | null {
  return stepartist || credit || null
}

function SongName({ chart }: { chart: ListedChart }) {
  return (
    <>
      {titleOrUnknown(chart.songName)}
      {chart.subtitle && <span className="mute font-normal"> {chart.subtitle}</span>}
    </>
  )
}

const maxShown = 2

function PacksOfChart({ packs }: { packs: ListedChart['packs'] }) {
  if (packs.length === 0) return <span className="mute">-</span>
  const more = packs.length - maxShown
  return packs.slice(0, maxShown).map((pack, i) => (
    <div key={pack.id} className="flex min-w-0 gap-1.5">
      <PackLink pack={pack} className="min-w-0" />
      {i === maxShown - 1 && more > 0 && <span className="mute shrink-0">and {more} more</span>}
    </div>
  ))
}

interface PackLinkProps {
  readonly pack: BannerSource & { readonly id: number; readonly name: string }
  readonly className?: string
}

/** Preview size and its gap to the link, px. */
const width = 240
const height = Math.round(width / 2.56) + 40
const gap = 6

/** A link to a pack. Its banner is previewed on hover and keyboard focus, beside the link and never over it. */
function PackLink({ pack, className = '' }: PackLinkProps) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null)
  const show = ({ currentTarget }: PointerEvent | FocusEvent) => setPosition(positionNear(currentTarget))
  const hide = () => setPosition(null)
  useEffect(() => {
    if (position === null) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPosition(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [position])
  return (
    <>
      <Link
        to={`/pack/${pack.id}`}
        className={className}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') show(event)
        }}
        onPointerLeave={hide}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) show(event)
        }}
        onBlur={hide}
      >
        <span className="block truncate">{pack.name}</span>
      </Link>
      {position &&
        createPortal(
          <div className="preview" style={{ ...position, width }} aria-hidden="true">
            <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
            <p className="truncate px-3 py-2 font-semibold">{pack.name}</p>
          </div>,
          document.body,
        )}
    </>
  )
}

/** The preview's position on the page: below the link, or above it when there is no room below. */
function positionNear(link: Element) {
  const { left, top, bottom } = link.getBoundingClientRect()
  const below = bottom + gap + height <= window.innerHeight
  const { clientWidth } = document.documentElement
  return {
    left: window.scrollX + Math.max(gap, Math.min(left, clientWidth - width - gap)),
    top: window.scrollY + (below ? bottom + gap : top - gap - height),
  }
}
