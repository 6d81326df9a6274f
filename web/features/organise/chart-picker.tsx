import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { type ChartsPage, listCharts, listOwnCharts } from '@stepledger/contracts/http/charts.ts'
import { listPacks, type PackSummary } from '@stepledger/contracts/http/packs.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { z } from 'zod'
import { useCall, useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RowDifficulty, stepsTypeLabel } from '../../ui/difficulty.tsx'
import { counted, countText } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchBox } from '../../ui/lists/list-body.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { CallFailure, UnloadedRows } from '../../ui/states.tsx'
import { FieldError } from '../../ui/text-field.tsx'
import { hashesIn, type NamedChart } from './charts.ts'

interface Props {
  readonly round: string
  /** The hashes of the charts in the round. */
  readonly chosen: readonly string[]
  /** How many more charts the event may have. */
  readonly left: number
  readonly onAdd: (charts: readonly NamedChart[]) => void
  readonly onAddHashes: (hashes: readonly string[]) => void
  readonly onRemove: (hash: string) => void
}

const sources = { pack: 'From a pack', plays: 'From my plays', hashes: 'By hash' } as const
type Source = keyof typeof sources
const sourceNames: readonly Source[] = ['pack', 'plays', 'hashes']

/** A button for a dialog that adds charts to a round. */
export function ChartPicker(props: Props) {
  const [open, setOpen] = useState(false)
  const [source, setSource] = useState<Source>('pack')
  const { round, chosen } = props
  return (
    <>
      <Button size="medium" onClick={() => setOpen(true)} aria-label={`Add charts to ${round}`}>
        <Icon name="plus" /> Add charts
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Charts of ${round}`} shape="top">
        <div className="border-b border-line px-4 py-3">
          <RadioButtons
            label="Where from"
            className="lb tabs max-w-full overflow-x-auto"
            value={source}
            onChange={setSource}
            choices={sourceNames.map((value) => ({ value, className: 'plain', content: sources[value] }))}
          />
        </div>
        {/* As high as the longest list, so that the dialog keeps its size. */}
        <div className="h-120 max-h-[60dvh] overflow-y-auto">
          {source === 'pack' && <FromPack {...props} />}
          {source === 'plays' && <FoundCharts {...props} own />}
          {source === 'hashes' && <ByHash {...props} />}
        </div>
        <div className="flex items-center gap-3 border-t border-line px-4 py-3">
          <p className="mute mr-auto text-sm" role="status">
            {counted(chosen.length, 'chart')} in this round
          </p>
          <Button variant="primary" size="medium" onClick={() => setOpen(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function FromPack(props: Props) {
  const [search, setSearch] = useState('')
  const [pack, setPack] = useState<PackSummary | null>(null)
  const query = { search, limit: 25 }
  const { data, error, refetch } = useRead(listPacks, { query }, { keepPrevious: true })
  if (pack)
    return (
      <>
        <div className="flex items-center gap-2 border-b border-line px-2 py-1.5">
          <Button variant="ghost" size="medium" onClick={() => setPack(null)}>
            <Icon name="back" /> Packs
          </Button>
          <span className="min-w-0 truncate font-semibold">{pack.name}</span>
        </div>
        <FoundCharts key={pack.id} {...props} packId={pack.id} />
      </>
    )
  return (
    <>
      <div className="px-4 py-3">
        <SearchBox label="Search packs" search={search} onSearch={setSearch} />
      </div>
      {!data && <UnloadedRows error={error} sentence="Failed to fetch packs" onRetry={refetch} rows={8} />}
      {data?.meta.total === 0 && (
        <p className="mute px-4 py-3">
          {search === '' ? 'No packs available' : `No packs found matching "${search}"`}
        </p>
      )}
      <ul>
        {data?.data.map((found) => (
          <li key={found.id} className="border-t border-line">
            <button
              type="button"
              className="flex min-h-12 w-full cursor-pointer items-center gap-3 px-4 py-1.5 text-left hover:bg-base-content/5 focus-visible:-outline-offset-2"
              onClick={() => setPack(found)}
            >
              <Banner hash={nameHash(found.name)} source={found} className="w-16" />
              <span className="min-w-0 grow truncate font-semibold">{found.name}</span>
              <span className="mute text-sm whitespace-nowrap">{counted(found.simfileCount, 'song')}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const pageSize = 50
/** The value of a filter that is off. */
const none = z.literal('')
/** The largest page that the lists answer. */
const maxPageSize = 100

interface FoundProps extends Props {
  /** Charts of this pack, or else those that the viewer has played. */
  readonly packId?: number
  readonly own?: boolean
}

/** Charts to take one by one or all at once, by search, steps type and difficulty. */
function FoundCharts({ chosen, left, onAdd, onRemove, packId, own = false }: FoundProps) {
  const call = useCall()
  const [leaderboard] = useActiveBoard()
  const [page, setPage] = useState(1)
  const [filters, setFilters] = useState<Filters>({ search: '', stepsType: '', difficulty: '' })
  const query = {
    search: filters.search,
    ...(filters.stepsType !== '' && { stepsType: filters.stepsType }),
    ...(filters.difficulty !== '' && { difficulty: filters.difficulty }),
  }
  const ofPack = { ...query, ...(packId !== undefined && { packId: String(packId) }) }
  const played = { ...query, played: 'yes' as const, leaderboard }
  const packRead = useRead(
    listCharts,
    { query: { ...ofPack, page, limit: pageSize } },
    { keepPrevious: true, enabled: !own },
  )
  const ownRead = useRead(
    listOwnCharts,
    { query: { ...played, page, limit: pageSize } },
    { keepPrevious: true, enabled: own },
  )
  const { data, error, refetch, isPlaceholderData } = own ? ownRead : packRead
  const takeAll = useMutation({
    mutationFn: async (pages: number) => {
      const charts: NamedChart[] = []
      for (let number = 1; number <= pages; number++) {
        const of = { page: number, limit: maxPageSize }
        const answer: ChartsPage = own
          ? await call(listOwnCharts, { query: { ...played, ...of } })
          : await call(listCharts, { query: { ...ofPack, ...of } })
        charts.push(...answer.data)
      }
      return charts.filter(({ hash }) => !chosen.includes(hash))
    },
    onSuccess: onAdd,
  })
  const change = (part: Partial<Filters>) => {
    setPage(1)
    setFilters({ ...filters, ...part })
  }
  const total = data?.meta.total ?? 0
  return (
    <>
      <div className="grid grid-cols-2 gap-2 border-b border-line px-4 py-3">
        <SearchBox
          label="Search charts"
          className="col-span-2"
          search={filters.search}
          onSearch={(search) => change({ search })}
        />
        <select
          className="select h-10 w-full md:h-9"
          aria-label="Steps type"
          value={filters.stepsType}
          onChange={({ target }) => change({ stepsType: stepsType.or(none).parse(target.value) })}
        >
          <option value="">All Types</option>
          {stepsType.options.map((value) => (
            <option key={value} value={value}>
              {stepsTypeLabel(value)}
            </option>
          ))}
        </select>
        <select
          className="select h-10 w-full md:h-9"
          aria-label="Difficulty"
          value={filters.difficulty}
          onChange={({ target }) => change({ difficulty: difficulty.or(none).parse(target.value) })}
        >
          <option value="">All Difficulties</option>
          {difficulty.options.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
        <Button
          size="medium"
          className="col-span-2"
          disabled={total === 0 || total > left || isPlaceholderData || takeAll.isPending}
          onClick={() => takeAll.mutate(Math.ceil(total / maxPageSize))}
        >
          {total > left
            ? `${counted(total, 'chart')}, ${countText(left)} more fit`
            : `Take all ${countText(total)}`}
        </Button>
        <CallFailure className="col-span-2" error={takeAll.error} sentence="Failed to fetch charts" />
      </div>
      {!data && <UnloadedRows error={error} sentence="Failed to fetch charts" onRetry={refetch} rows={8} />}
      {data && total === 0 && (
        <p className="mute px-4 py-3">
          {filters.search === '' ? 'No charts available' : `No charts found matching "${filters.search}"`}
        </p>
      )}
      <ul aria-busy={isPlaceholderData}>
        {data?.data.map((chart) => {
          const isChosen = chosen.includes(chart.hash)
          return (
            <li key={chart.hash} className="border-b border-line last:border-0">
              <label className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-base-content/5">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm flex-none"
                  checked={isChosen}
                  disabled={!isChosen && left === 0}
                  onChange={() => (isChosen ? onRemove(chart.hash) : onAdd([chart]))}
                />
                <RowDifficulty chart={chart} />
                <ChartTitle chart={chart} />
              </label>
            </li>
          )
        })}
      </ul>
      {data && data.meta.totalPages > 1 && (
        <div className="flex items-center justify-between gap-2 px-4 py-3">
          <Button size="medium" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="mute text-sm">
            Page {page} of {data.meta.totalPages}
          </span>
          <Button size="medium" disabled={!data.meta.hasNextPage} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}

interface Filters {
  readonly search: string
  readonly stepsType: '' | (typeof stepsType.options)[number]
  readonly difficulty: '' | (typeof difficulty.options)[number]
}

export function ChartTitle({ chart }: { chart: Pick<NamedChart, 'title' | 'artist' | 'stepsType'> }) {
  const detail = [artistOrUnknown(chart.artist), stepsTypeLabel(chart.stepsType)].filter((text) => text)
  return (
    <span className="min-w-0 grow">
      <span className="block truncate font-semibold leading-4">{titleOrUnknown(chart.title)}</span>
      <span className="mute block truncate text-xs">{detail.join(' · ')}</span>
    </span>
  )
}

/** Hashes from anywhere, such as another tool's list. */
function ByHash({ chosen, left, onAddHashes }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { hashes, others } = hashesIn(text)
    const fresh = hashes.filter((hash) => !chosen.includes(hash))
    const [other] = others
    if (other !== undefined) return setError(`"${other}" isn't a chart's hash: 16 hex digits`)
    if (fresh.length === 0) return setError('Every chart is in the round already')
    if (fresh.length > left) return setError(`${counted(fresh.length, 'chart')}, ${countText(left)} more fit`)
    onAddHashes(fresh)
    setText('')
    setError(undefined)
  }
  return (
    <form className="pad" onSubmit={submit}>
      <label htmlFor={id} className="mb-1 block font-medium">
        Hashes of charts
      </label>
      <textarea
        id={id}
        className="code whitespace-pre-wrap"
        rows={10}
        maxLength={20_000}
        spellCheck={false}
        autoCapitalize="off"
        placeholder={'fc031f34a1917a55\n8370c92bbdeb0e9d'}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-hint`} className="mute mt-1 text-xs">
        On a chart's page, or from another tool. One per line, or separated by spaces or commas.
      </p>
      <FieldError id={`${id}-error`} text={error} />
      <Button type="submit" size="medium" className="mt-3" disabled={text.trim() === ''}>
        Add charts
      </Button>
    </form>
  )
}
