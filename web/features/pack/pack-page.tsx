import type { SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { getPack, listSimfiles, simfilesQuery } from '@stepledger/contracts/http/packs.ts'
import type { Simfile } from '@stepledger/contracts/http/shapes/pack.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { useParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { entryOf } from '../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useMarks } from '../../parts/marks/use-marks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { ListBody } from '../../ui/lists/list-body.tsx'
import { ListTools } from '../../ui/lists/list-tools.tsx'
import { type SortProps, Table } from '../../ui/lists/table.tsx'
import { useListState } from '../../ui/lists/use-list-state.ts'
import { LoadingPage } from '../../ui/loading-screen.tsx'
import { NotFound, Pending, UnloadedPage } from '../../ui/page-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useWide } from '../../ui/use-wide.ts'
import { ChartBadges } from './chart-badges.tsx'
import { PackBests } from './pack-bests.tsx'
import { PackHeader } from './pack-header.tsx'

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
      <PackBests packId={id} />
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

const simfileColumns = [
  { column: 'title', label: 'Title' },
  { column: 'artist', label: 'Artist' },
] as const

interface Props extends SortProps<SimfilesQuery['orderBy']> {
  /** Null while loading. */
  readonly simfiles: readonly Simfile[] | null
}

/** Songs with their charts, as a table or as cards. */
function SimfileRows({ simfiles, ...sort }: Props) {
  const marks = useMarks(simfiles?.flatMap(({ charts }) => charts.map(({ hash }) => hash)) ?? [])
  if (!useWide()) {
    return (
      <ul>
        {simfiles?.map((simfile) => (
          <li key={simfile.id} className="cardrow grid-cols-[5rem_minmax(0,1fr)]">
            <Banner hash={nameHash(simfile.title)} source={simfile} />
            <div className="min-w-0">
              <div className="truncate font-semibold">
                {titleOrUnknown(simfile.title)}
                {simfile.subtitle && <span className="mute font-normal"> {simfile.subtitle}</span>}
              </div>
              <div className="mute truncate text-xs">{artistOrUnknown(simfile.artist)}</div>
            </div>
            <div className="col-span-2">
              <ChartBadges charts={simfile.charts} marks={marks} />
            </div>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table
      rows={simfiles}
      keyOf={({ id }) => id}
      sort={sort}
      columns={[
        {
          head: 'Title',
          by: 'title',
          cell: (simfile) => (
            <div className="flex min-w-0 items-center gap-3">
              <Banner hash={nameHash(simfile.title)} source={simfile} />
              <div className="min-w-0">
                <div className="truncate font-semibold">{titleOrUnknown(simfile.title)}</div>
                {simfile.subtitle && <div className="mute truncate text-xs">{simfile.subtitle}</div>}
              </div>
            </div>
          ),
        },
        {
          head: 'Artist',
          by: 'artist',
          width: 'w-36 lg:w-52',
          cellClass: 'mute truncate',
          cell: ({ artist }) => artistOrUnknown(artist),
        },
        {
          head: 'Charts',
          width: 'w-72 lg:w-[23.5rem]',
          cellClass: 'py-1.5!',
          cell: ({ charts }) => <ChartBadges charts={charts} marks={marks} />,
        },
      ]}
    />
  )
}
