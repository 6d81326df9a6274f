import { listPlayerBests } from '@stepledger/contracts/http/player-home.ts'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { ListBody } from '../../lists/list-body.tsx'
import { SearchBox } from '../../lists/search-box.tsx'
import { countText } from '../../ui/count-text.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BestRows } from './best-rows.tsx'
import { SortControl } from './sort-control.tsx'
import { useFilters } from './use-filters.ts'
import { useScoresView } from './use-scores-view.ts'

/** A player's bests, one row a chart, with their places; or only the first places. */
export function BestScores({ playerId }: { playerId: string }) {
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
          <button
            type="button"
            className="inline-flex h-10 items-center md:h-6"
            aria-label={`Show all grades instead of ${view.grade}`}
            onClick={() => changeView({ grade: null })}
          >
            <span className="inline-flex h-6 items-center gap-1 rounded-[2px] border border-(--line-2) px-1.5 text-xs font-semibold">
              {view.grade} <Icon name="close" className="size-3" />
            </span>
          </button>
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
