import { listCharts, listOwnCharts, ownChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { useId, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { ListBody } from '../../lists/list-body.tsx'
import { ListTools } from '../../lists/list-tools.tsx'
import { useListState } from '../../lists/use-list-state.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ChartCards } from './chart-cards.tsx'
import { countFilters, noFilters } from './chart-filters.ts'
import { ChartTable, chartColumns } from './chart-table.tsx'
import { FilterPanel } from './filter-panel.tsx'

const inAddress = ownChartsQuery.omit({ limit: true, leaderboard: true })

/** All known charts with search, filters and sorting. Filters by the viewer's plays have a list of their own. */
export function ChartsPage() {
  const [query, change] = useListState(inAddress)
  const [leaderboard] = useActiveBoard()
  const user = useUser()
  const { played, below, ...shared } = query
  const isOwn = user !== null && (played !== undefined || below !== undefined)
  const everyones = useRead(listCharts, { query: shared }, { keepPrevious: true, enabled: !isOwn })
  const own = useRead(
    listOwnCharts,
    { query: { ...query, leaderboard } },
    { keepPrevious: true, enabled: isOwn },
  )
  const read = isOwn ? own : everyones
  useChangesOf('packs', read.refetch)
  const wide = useWide()
  const { search } = query
  const chosen = user === null ? shared : query
  const active = countFilters(chosen)
  const [filtersOpen, openFilters] = useState(active > 0)
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
