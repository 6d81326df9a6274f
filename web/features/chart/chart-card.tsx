import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { Link } from 'react-router-dom'
import { ChartsBy } from '../../parts/charts/charts-by.tsx'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/button.tsx'
import { Cell, Fact } from '../../ui/cell.tsx'
import { Difficulty, stepsTypeLabel } from '../../ui/difficulty.tsx'
import { countText, formatLength, Time } from '../../ui/format.tsx'
import { Disclosure } from '../../ui/panel.tsx'

interface Props {
  readonly chart: ChartPage
  /** Folds the details away and puts the counts into one line, so that the leaderboard below is near. */
  readonly short?: boolean
}

export function ChartCard({ chart, short = false }: Props) {
  const stepsType = stepsTypeLabel(chart.stepsType)
  const tempo = tempoLabel(chart.chartBpms)
  const counts = countsOf(chart.radarValues)
  const details = (
    <>
      <ChartDetails chart={chart} />
      {chart.simfiles.length > 0 && <AssociatedSimfiles simfiles={chart.simfiles} />}
    </>
  )
  return (
    <section className="panel" aria-labelledby="chart-title">
      <div className="-m-px">
        <Banner hash={chart.hash} source={chart} size="page" className="rounded-none" />
      </div>
      <div className={short ? 'px-4 py-3' : 'pad'}>
        <h1 id="chart-title" className="text-2xl font-extrabold font-stretch-semi-expanded break-words">
          {titleOrUnknown(chart.title)}
        </h1>
        <p className="mute mt-0.5 text-lg break-words">
          <ChartsBy artist={chart.artist} className="hit link">
            {artistOrUnknown(chart.artist)}
          </ChartsBy>
        </p>
        <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${short ? 'mt-2' : 'mt-3'}`}>
          <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
          {stepsType && <span>{stepsType}</span>}
          {tempo && <span className="mute">{tempo}</span>}
          {chart.length !== null && <span className="mute">{formatLength(chart.length)}</span>}
        </div>
        {short && counts.length > 0 && <p className="mute mt-1.5 text-sm">{countsLine(counts)}</p>}
      </div>
      {!short && counts.length > 0 && (
        <dl className="cellgrid grid-cols-4 border-t border-line">
          {counts.map(({ label, count }) => (
            <Cell key={label} name={label}>
              {countText(count)}
            </Cell>
          ))}
        </dl>
      )}
      <div className="border-t border-line">
        {short ? <Disclosure title="More about this chart">{() => details}</Disclosure> : details}
      </div>
    </section>
  )
}

/** What is known of a chart beside its head and its counts. Facts that only packs contain are left out until known. */
function ChartDetails({ chart }: { chart: ChartPage }) {
  const stepartist = chart.stepartist || chart.credit
  return (
    <dl className="dl px-4 py-2">
      <Fact name="Stepartist">
        {stepartist && (
          <ChartsBy stepartist={stepartist} className="hit link">
            {stepartist}
          </ChartsBy>
        )}
      </Fact>
      <Fact name="Chart name">{chart.chartName}</Fact>
      <Fact name="Description">{chart.description}</Fact>
      <dt className="self-center">Hash</dt>
      <dd className="-mr-2 flex items-center gap-1 sm:gap-2">
        <span>{chart.hash}</span>
        <CopyButton text={chart.hash} label="Copy hash" />
      </dd>
      <Fact name="Added">
        <Time at={chart.createdAt} format="day" />
      </Fact>
      <Fact name="Plays">{countText(chart.plays)}</Fact>
    </dl>
  )
}

function AssociatedSimfiles({ simfiles }: { simfiles: ChartPage['simfiles'] }) {
  return (
    <div className="pad border-t border-line">
      <h2 className="font-bold font-stretch-semi-expanded">Associated Simfiles</h2>
      <ul>
        {simfiles.map((simfile) => {
          const facts = [stepsTypeLabel(simfile.stepsType), simfile.credit].filter(Boolean).join(' · ')
          return (
            <li key={simfile.id} className="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-3">
              <div className="grid gap-1.5">
                <Banner hash={nameHash(simfile.pack.name)} source={simfile.pack} className="w-24" />
                {simfile.bannerUrl !== null && (
                  <Banner hash={nameHash(simfile.title)} source={simfile} className="w-24" />
                )}
              </div>
              <div className="min-w-0">
                <Link className="hit link font-semibold" to={`/pack/${simfile.pack.id}`}>
                  {simfile.pack.name}
                </Link>
                <p className="truncate text-sm">
                  {simfile.title}
                  {simfile.subtitle && <span className="mute"> {simfile.subtitle}</span>}
                </p>
                <p className="mute truncate text-xs">{simfile.artist}</p>
                <div className="mute mt-1 flex items-center gap-2 text-xs">
                  <Difficulty small difficulty={simfile.difficulty} meter={simfile.meter} />
                  <span className="truncate">{facts}</span>
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The display BPM (`174`, `87-174.01`, `?`), rounded: "174 BPM", "87–174 BPM"; null when empty. */
export function tempoLabel(displayBpm: string | null): string | null {
  const text = displayBpm?.trim() ?? ''
  if (text === '') return null
  const bounds = text.replace(/\d+(\.\d+)?/g, (value) => String(Math.round(Number(value)))).split(/\s*-\s*/)
  return `${[...new Set(bounds)].join('–')} BPM`
}

/** "1,051 steps · 38 jumps · 1 roll"; counts of zero are left out. */
export function countsLine(counts: readonly { readonly label: string; readonly count: number }[]): string {
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => {
      const name = label.toLowerCase()
      return `${countText(count)} ${count === 1 ? name.replace(/s$/, '') : name}`
    })
    .join(' · ')
}

const known = ['rows', 'jumps', 'hands', 'holds', 'rolls', 'mines'] as const
const labels: Record<string, string> = { rows: 'Steps' }

export function countsOf(radar: Readonly<Record<string, number>> | null): { label: string; count: number }[] {
  if (radar === null) return []
  return [...new Set([...known, ...Object.keys(radar)])].flatMap((name) => {
    const count = radar[name]
    if (count === undefined) return []
    return [{ label: labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1), count }]
  })
}
