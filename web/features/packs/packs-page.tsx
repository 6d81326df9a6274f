import { listPacks, type PackSummary, type PacksQuery, packsQuery } from '@stepledger/contracts/http/packs.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { PackProgress, usePackMarks } from '../../parts/marks/marks.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { ListBody } from '../../ui/lists/list-body.tsx'
import { ListTools, useListState } from '../../ui/lists/list-tools.tsx'
import { type SortProps, Table, useRowLink } from '../../ui/lists/table.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'

const inAddress = packsQuery.omit({ limit: true })

export function PacksPage() {
  const [query, change] = useListState(inAddress)
  const read = useRead(listPacks, { query }, { keepPrevious: true })
  useChangesOf('packs', read.refetch)
  const mayUpload = useUser()?.permissions.includes('packs.upload')
  const { search } = query
  return (
    <div className="mx-auto min-h-dvh max-w-240">
      <PageHeading
        aside={
          mayUpload && (
            <Link className="btn h-10 md:h-9" to="/pack-uploader">
              Pack Uploader
            </Link>
          )
        }
      >
        Packs
      </PageHeading>
      <section className="panel" aria-label="Packs">
        <ListTools what="packs" columns={packColumns} query={query} onChange={change} answer={read.data} />
        <ListBody
          read={read}
          prefix="Error loading packs"
          sentence="Failed to fetch packs"
          empty={
            <Empty title={search === '' ? 'No packs available' : `No packs found matching "${search}"`} />
          }
        >
          {(packs) => <PackRows packs={packs} sorting={query} onSort={change} />}
        </ListBody>
      </section>
    </div>
  )
}

const packColumns = [
  { column: 'name', label: 'Pack Name' },
  { column: 'createdAt', label: 'Added' },
] as const

interface Props extends SortProps<PacksQuery['orderBy']> {
  /** Null while loading. */
  readonly packs: readonly PackSummary[] | null
}

const listBanner = 'w-44'

function PackBanner({ pack, className }: { pack: PackSummary; className: string }) {
  return <Banner hash={nameHash(pack.name)} source={pack} size="list" className={className} />
}

function PackRows({ packs, ...sort }: Props) {
  const rowLink = useRowLink()
  const progress = usePackMarks(packs?.map(({ id }) => id) ?? [])
  if (!useWide()) {
    return (
      <ul>
        {packs?.map((pack) => (
          <li
            key={pack.id}
            {...rowLink(
              `/pack/${pack.id}`,
              'cardrow grid-cols-[7rem_minmax(0,1fr)] items-center @min-[22rem]/panel:grid-cols-[9rem_minmax(0,1fr)]',
            )}
          >
            <PackBanner pack={pack} className="w-full" />
            <div className="min-w-0">
              <Link className="hit block font-semibold" to={`/pack/${pack.id}`}>
                <span className="line-clamp-2 wrap-anywhere">{pack.name}</span>
              </Link>
              <p className="mute text-xs">
                {counted(pack.simfileCount, 'song')} · <Time at={pack.createdAt} format="day" />
              </p>
              {progress && (
                <p className="mute min-h-4 text-xs">
                  <PackProgress mark={progress.get(pack.id)} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table
      rows={packs}
      keyOf={({ id }) => id}
      to={({ id }) => `/pack/${id}`}
      sort={sort}
      banner={listBanner}
      columns={[
        {
          head: 'Pack Name',
          by: 'name',
          cell: (pack) => (
            <div className="flex min-w-0 items-center gap-4 py-2">
              <PackBanner pack={pack} className={listBanner} />
              <Link className="line-clamp-2 text-base font-semibold wrap-anywhere" to={`/pack/${pack.id}`}>
                {pack.name}
              </Link>
            </div>
          ),
        },
        progress && {
          head: 'Yours',
          width: 'w-56',
          cellClass: 'mute',
          cell: ({ id }) => <PackProgress mark={progress.get(id)} />,
        },
        {
          head: 'Songs',
          width: 'w-28',
          className: 'num',
          cellClass: 'font-semibold',
          cell: ({ simfileCount }) => countText(simfileCount),
        },
        {
          head: 'Added',
          by: 'createdAt',
          width: 'w-40',
          className: 'num',
          cellClass: 'mute',
          cell: ({ createdAt }) => <Time at={createdAt} format="day" />,
        },
      ]}
    />
  )
}
