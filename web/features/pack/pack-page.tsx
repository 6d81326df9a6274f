import {
  getPack,
  listSimfiles,
  type PackPage as Pack,
  type Simfile,
  type SimfileChart,
  type SimfilesQuery,
  simfilesQuery,
} from '@stepledger/contracts/http/packs.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { Link, useParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { ActiveBoardToggle, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { MarkOf, type OwnMark, useMarks } from '../../parts/marks/marks.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Difficulty, stepsTypeLabel } from '../../ui/difficulty.tsx'
import { countText, Time, timeFormats } from '../../ui/format.tsx'
import { ListBody } from '../../ui/lists/list-body.tsx'
import { ListTools, useListState } from '../../ui/lists/list-tools.tsx'
import { type SortProps, Table } from '../../ui/lists/table.tsx'
import { LoadingPage, NotFound, Pending, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { PackBests, usePackBests } from './pack-bests.tsx'

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
  const bests = usePackBests(id)
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
  // Waits for the viewer's bests, which prevents a layout shift.
  if (bests.isLoading) return <LoadingPage />
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
    <Panel
      title="Simfiles"
      className="mt-4 md:mt-6"
      aside={
        <Link className="hit link" to={`/charts?packId=${packId}`}>
          All charts
        </Link>
      }
    >
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

const cell = 'px-4 py-3 lg:min-w-32'

/** The pack's art beside its name and facts; below 1024 px above them. */
function PackHeader({ pack }: { pack: Pack }) {
  const { createdAt, updatedAt } = pack
  const dayOf = (at: string) => timeFormats.day(new Date(at))
  return (
    <section
      className="panel grid grid-cols-1 lg:grid-cols-[35rem_minmax(0,1fr)]"
      aria-labelledby="pack-name"
    >
      <div className="-m-px lg:mr-0">
        <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
      </div>
      <div className="flex min-w-0 flex-col">
        <h1
          id="pack-name"
          className="my-auto p-4 text-2xl font-extrabold font-stretch-expanded wrap-anywhere md:text-3xl lg:px-8"
        >
          {pack.name}
        </h1>
        <dl className="flex border-t border-line lg:px-4">
          <Cell className={cell} valueClass="" name="Songs">
            {countText(pack.simfileCount)}
          </Cell>
          <Cell className={cell} valueClass="" name="Added">
            <Time at={createdAt} format="day" />
          </Cell>
          {dayOf(updatedAt) !== dayOf(createdAt) && (
            <Cell className={cell} valueClass="" name="Updated">
              <Time at={updatedAt} format="day" />
            </Cell>
          )}
        </dl>
      </div>
    </section>
  )
}

const defaultType = 'dance-single'

const keyOf = ({ hash, difficulty, meter }: SimfileChart) => `${hash} ${difficulty} ${meter}`

interface ChartBadgesProps {
  readonly charts: readonly SimfileChart[]
  readonly marks: ReadonlyMap<string, OwnMark> | null
}

/** The charts of a song as linked badges, each with the viewer's grade; other steps types are labelled. */
function ChartBadges({ charts, marks }: ChartBadgesProps) {
  const types = [...new Set([defaultType, ...charts.map(({ stepsType }) => stepsType)])]
  return (
    <div className="flex flex-wrap items-center gap-x-3 max-md:-mb-2 md:gap-y-1">
      {types.map((type) => {
        // A simfile may contain a chart twice.
        const ofType = new Map(
          charts.filter(({ stepsType }) => stepsType === type).map((chart) => [keyOf(chart), chart]),
        )
        if (ofType.size === 0) return null
        return (
          <div key={type} className="flex flex-wrap items-center gap-x-1.5 md:gap-y-1">
            {type !== defaultType && <span className="mute text-xs">{stepsTypeLabel(type)}</span>}
            {[...ofType].map(([key, { hash, difficulty, meter }]) => (
              <Link key={key} to={`/chart/${hash}`} className="flex items-center gap-1 py-2.5 md:py-0">
                <Difficulty small difficulty={difficulty} meter={meter} />
                {marks?.has(hash) && (
                  <span className="[zoom:0.72]">
                    <MarkOf mark={marks.get(hash)} />
                  </span>
                )}
              </Link>
            ))}
          </div>
        )
      })}
    </div>
  )
}
