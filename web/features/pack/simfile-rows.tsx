import type { SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import type { Simfile } from '@stepledger/contracts/http/shapes/pack.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { type SortProps, Table } from '../../lists/table.tsx'
import { useMarks } from '../../marks/use-marks.ts'
import { Banner } from '../../ui/banner.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ChartBadges } from './chart-badges.tsx'

export const simfileColumns = [
  { column: 'title', label: 'Title' },
  { column: 'artist', label: 'Artist' },
] as const

interface Props extends SortProps<SimfilesQuery['orderBy']> {
  /** Null while loading. */
  readonly simfiles: readonly Simfile[] | null
}

/** Songs with their charts, as a table or as cards. */
export function SimfileRows({ simfiles, ...sort }: Props) {
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
