import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'
import { Time } from '../../ui/time.tsx'
import { AssociatedSimfiles } from './associated-simfiles.tsx'
import { countsOf, lengthLabel, tempoLabel } from './chart-facts.ts'

/** The chart's facts. Those that only packs contain are left out until known. */
export function ChartCard({ chart }: { chart: ChartPage }) {
  const stepsType = stepsTypeLabel(chart.stepsType)
  const tempo = tempoLabel(chart.chartBpms)
  const stepartist = chart.stepartist || chart.credit
  const counts = countsOf(chart.radarValues)
  return (
    <section className="panel" aria-labelledby="chart-title">
      <div className="-m-px">
        <Banner hash={chart.hash} source={chart} size="page" className="rounded-none" />
      </div>
      <div className="pad">
        <h1 id="chart-title" className="text-2xl font-extrabold font-stretch-semi-expanded break-words">
          {titleOrUnknown(chart.title)}
        </h1>
        <p className="mute mt-0.5 text-lg break-words">{artistOrUnknown(chart.artist)}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
          {stepsType && <span>{stepsType}</span>}
          {tempo && <span className="mute">{tempo}</span>}
          {chart.length !== null && <span className="mute">{lengthLabel(chart.length)}</span>}
        </div>
      </div>
      {counts.length > 0 && (
        <dl className="cellgrid grid-cols-4 border-t border-line">
          {counts.map(({ label, count }) => (
            <div key={label}>
              <dt className="mute text-xs">{label}</dt>
              <dd className="text-lg font-bold">{count.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="dl border-t border-line px-4 py-2">
        {stepartist && (
          <>
            <dt>Stepartist</dt>
            <dd>{stepartist}</dd>
          </>
        )}
        {chart.chartName && (
          <>
            <dt>Chart name</dt>
            <dd>{chart.chartName}</dd>
          </>
        )}
        {chart.description && (
          <>
            <dt>Description</dt>
            <dd>{chart.description}</dd>
          </>
        )}
        <dt className="self-center">Hash</dt>
        <dd className="-mr-2 flex items-center gap-1 sm:gap-2">
          <span>{chart.hash}</span>
          <CopyButton text={chart.hash} label="Copy hash" />
        </dd>
        <dt>Added</dt>
        <dd>
          <Time at={chart.createdAt} format="day" />
        </dd>
        <dt>Plays</dt>
        <dd>{chart.plays.toLocaleString('en')}</dd>
      </dl>
      {chart.simfiles.length > 0 && <AssociatedSimfiles simfiles={chart.simfiles} />}
    </section>
  )
}
