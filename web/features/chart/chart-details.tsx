import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { countText } from '../../ui/count-text.ts'
import { Time } from '../../ui/time.tsx'

/** What is known of a chart beside its head and its counts. Facts that only packs contain are left out until known. */
export function ChartDetails({ chart }: { chart: ChartPage }) {
  const stepartist = chart.stepartist || chart.credit
  return (
    <dl className="dl px-4 py-2">
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
      <dd>{countText(chart.plays)}</dd>
    </dl>
  )
}
