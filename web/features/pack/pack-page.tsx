import { getPack, listSimfiles, simfilesQuery } from '@stepledger/contracts/http/packs.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { useParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { ListBody } from '../../lists/list-body.tsx'
import { ListTools } from '../../lists/list-tools.tsx'
import { useListState } from '../../lists/use-list-state.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { Empty } from '../../ui/empty.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { LoadingPage } from '../../ui/loading-screen.tsx'
import { NotFound, Pending, UnloadedPage } from '../../ui/page-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { PackHeader } from './pack-header.tsx'
import { SimfileRows, simfileColumns } from './simfile-rows.tsx'

export function PackPage() {
  const { id = '' } = useParams()
  if (id === '') return <NoPack title="Pack ID is required" />
  if (!/^\d+$/.test(id)) return <NoPack title="Invalid pack ID" />
  const known = numericIdText.safeParse(id)
  if (!known.success) return <NoPack />
  return <KnownPack key={known.data} id={known.data} />
}

function NoPack({ title = 'Pack not found' }: { title?: string }) {
  return (
    <NotFound
      title={title}
      text="This pack doesn't exist or was removed."
      way={{ to: '/packs', words: 'All Packs' }}
    />
  )
}

function KnownPack({ id }: { id: number }) {
  const pack = useRead(getPack, { params: { id: String(id) } })
  useChangesOf('packs', pack.refetch)
  useDocumentTitle(pack.data?.name ?? null)

  if (!pack.data)
    return (
      <UnloadedPage
        name="Pack"
        read={pack}
        loading={<LoadingPage />}
        pending={<Pending what="pack" />}
        missing={<NoPack />}
        sentence="Failed to load pack data"
      />
    )
  return (
    <div className="min-h-dvh">
      <PackHeader pack={pack.data} />
      <Panel title="Recent Scores" className="mt-4 md:mt-6" aside={<ActiveBoardToggle />}>
        <PackRecentScores plays={pack.data.recentPlays} />
      </Panel>
      <Simfiles packId={id} />
    </div>
  )
}

/** The latest plays of the pack's charts. */
function PackRecentScores({ plays }: { plays: readonly RecentPlay[] }) {
  const [board] = useActiveBoard()
  const onBoard = plays.filter((play) => entryOf(play.leaderboards, board))
  if (onBoard.length === 0) return <Empty title="No recent scores" />
  return <RecentPlays plays={onBoard} timeLabel="Date" />
}

const inAddress = simfilesQuery.omit({ limit: true, packId: true })

function Simfiles({ packId }: { packId: number }) {
  const [query, change] = useListState(inAddress)
  const read = useRead(listSimfiles, { query: { ...query, packId: String(packId) } }, { keepPrevious: true })
  useChangesOf('packs', read.refetch)
  const { search } = query
  return (
    <Panel title="Simfiles" className="mt-4 md:mt-6">
      <ListTools what="songs" columns={simfileColumns} query={query} onChange={change} answer={read.data} />
      <ListBody
        read={read}
        prefix="Error loading simfiles"
        sentence="Failed to fetch simfiles"
        empty={
          <Empty
            title={search === '' ? 'No songs available in this pack' : `No songs found matching "${search}"`}
          />
        }
      >
        {(simfiles) => <SimfileRows simfiles={simfiles} sorting={query} onSort={change} />}
      </ListBody>
    </Panel>
  )
}
