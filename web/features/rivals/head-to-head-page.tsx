import { getHeadToHead, headToHeadQuery } from '@stepledger/contracts/http/rivals.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import { useParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { PlayerHeading } from '../../parts/players/player-heading.tsx'
import { CommonCharts } from '../../parts/rivals/common-charts.tsx'
import { Lead } from '../../parts/rivals/lead.tsx'
import { counted } from '../../ui/format.tsx'
import { SortSelect } from '../../ui/lists/list-body.tsx'
import { useListState } from '../../ui/lists/list-tools.tsx'
import { sortedBy } from '../../ui/lists/table.tsx'
import { NoPlayer, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'

export function HeadToHeadPage() {
  const { userId = '' } = useParams()
  const id = playerId.safeParse(userId)
  return id.success ? <KnownPlayer key={id.data} id={id.data} /> : <NoPlayer way={yourRivals} />
}

const yourRivals = { to: '/rivals', words: 'Your Rivals' }

const inAddress = headToHeadQuery.pick({ page: true, orderBy: true, orderDirection: true })

const columns = [
  { column: 'gap', label: 'Gap' },
  { column: 'title', label: 'Chart' },
  { column: 'own', label: 'Your score' },
  { column: 'other', label: 'Their score' },
] as const

function KnownPlayer({ id }: { id: string }) {
  const [board] = useActiveBoard()
  const [query, change] = useListState(inAddress)
  const read = useRead(
    getHeadToHead,
    { params: { id }, query: { ...query, leaderboard: board } },
    { keepPrevious: true },
  )
  const { data } = read
  useDocumentTitle(data ? `You and ${data.user.alias}` : null)
  if (!data)
    return (
      <UnloadedPage
        name="You and a player"
        read={read}
        missing={<NoPlayer way={yourRivals} />}
        sentence="Failed to compare scores"
      />
    )
  const { user, record, closest, charts, meta } = data
  return (
    <div className="min-h-dvh">
      <PlayerHeading id={id} withBoard>{`You and ${user.alias}`}</PlayerHeading>
      {meta.total === 0 ? (
        <section className="panel">
          <p className="mute pad">You haven't both played a chart yet.</p>
        </section>
      ) : (
        <div className="grid gap-4 md:gap-6">
          <Panel title="Closest" aside={`${counted(meta.total, 'chart')} in common`}>
            <Lead record={record} user={user} />
            <div className="border-t border-line">
              <CommonCharts user={user} charts={closest} />
            </div>
          </Panel>
          <Panel title="All Charts">
            <div className="border-b border-line px-4 py-3 md:hidden">
              <SortSelect
                columns={columns}
                sorting={query}
                onSort={(column) => change(sortedBy(query, column))}
              />
            </div>
            <div aria-busy={read.isPlaceholderData} className={read.isPlaceholderData ? 'opacity-60' : ''}>
              <CommonCharts user={user} charts={charts} sort={{ sorting: query, onSort: change }} />
            </div>
            <Pagination meta={meta} />
          </Panel>
        </div>
      )}
    </div>
  )
}
