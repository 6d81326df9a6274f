import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Banner } from '../../ui/banner.tsx'
import { countText } from '../../ui/count-text.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'
import { AssociatedSimfiles } from './associated-simfiles.tsx'
import { ChartDetails } from './chart-details.tsx'
import { countsLine, countsOf, lengthLabel, tempoLabel } from './chart-facts.ts'

interface Props {
  readonly chart: ChartPage
  /** Folds the details away and puts the counts into one line, so that the leaderboard below is near. */
  readonly short?: boolean
}

/** The chart's facts. */
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
        <p className="mute mt-0.5 text-lg break-words">{artistOrUnknown(chart.artist)}</p>
        <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${short ? 'mt-2' : 'mt-3'}`}>
          <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
          {stepsType && <span>{stepsType}</span>}
          {tempo && <span className="mute">{tempo}</span>}
          {chart.length !== null && <span className="mute">{lengthLabel(chart.length)}</span>}
        </div>
        {short && counts.length > 0 && <p className="mute mt-1.5 text-sm">{countsLine(counts)}</p>}
      </div>
      {!short && counts.length > 0 && (
        <dl className="cellgrid grid-cols-4 border-t border-line">
          {counts.map(({ label, count }) => (
            <div key={label}>
              <dt className="mute text-xs">{label}</dt>
              <dd className="text-lg font-bold">{countText(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="border-t border-line">
        {short ? <Disclosure title="More about this chart">{() => details}</Disclosure> : details}
      </div>
    </section>
  )
}
