import { decideCharts, listWaitingCharts } from '@stepledger/contracts/http/pack-uploads.ts'
import { differencesOf, type WaitingChart } from '@stepledger/contracts/packs/waiting-chart.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCall, useRead } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Polling interval, ms. */
const pollInterval = 30_000

interface Decision {
  readonly chart: WaitingChart
  readonly accepted: boolean
}

/**
 * Charts whose data differs from the pack that had them first: those awaiting the player's decision, and the player's own
 * that await another's. Renders nothing when there are none.
 */
export function WaitingCharts() {
  const call = useCall()
  const { data, error, refetch } = useRead(listWaitingCharts, {}, { every: () => pollInterval })
  const decide = useMutation({
    mutationFn: ({ chart: { packId, songId, hash, content }, accepted }: Decision) =>
      call(decideCharts, { body: { packId, accepted, charts: [{ songId, hash, content }] } }),
    onSettled: () => refetch(),
  })
  if (error && !data)
    return (
      <CallFailure
        className="mt-4 md:mt-6"
        error={error}
        sentence="Failed to load charts to review"
        onRetry={refetch}
      />
    )
  if (!data || data.own.length + data.toDecide.length === 0) return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 md:mt-6 md:gap-6">
      <CallFailure error={decide.error} sentence="Failed to save your decision" />
      {data.toDecide.length > 0 && (
        <Panel title="Charts to review">
          <p className="mute pad text-sm">
            Another pack describes charts of yours differently. Nothing changes until you accept.
          </p>
          <ul>
            {data.toDecide.map((chart) => (
              <WaitingRow key={`${chart.songId} ${chart.hash}`} chart={chart}>
                {([true, false] as const).map((accepted) => (
                  <Button
                    key={String(accepted)}
                    size="small"
                    disabled={decide.isPending}
                    aria-label={`${accepted ? 'Accept' : 'Refuse'} ${chart.states.title} of ${chart.packName}`}
                    onClick={() => decide.mutate({ chart, accepted })}
                  >
                    {accepted ? 'Accept' : 'Refuse'}
                  </Button>
                ))}
              </WaitingRow>
            ))}
          </ul>
        </Panel>
      )}
      {data.own.length > 0 && (
        <Panel title="Waiting for review">
          <p className="mute pad text-sm">
            Another pack had these charts first, with different data. Yours will be used once its uploader or
            an administrator accepts it.
          </p>
          <ul>
            {data.own.map((chart) => (
              <WaitingRow key={`${chart.songId} ${chart.hash}`} chart={chart} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

interface RowProps {
  readonly chart: WaitingChart
  readonly children?: ReactNode
}

function WaitingRow({ chart, children }: RowProps) {
  const { hash, states, known, packName } = chart
  const differences = differencesOf(chart)
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {known ? (
            <Link to={`/chart/${hash}`} className="hit hover:underline">
              {known.title}
            </Link>
          ) : (
            states.title
          )}{' '}
          <span className="mute font-normal">
            {states.difficulty} {states.meter}
          </span>
        </p>
        <p className="mute text-xs [overflow-wrap:anywhere]">
          {packName}
          {known && ` · ${known.packName} had it first`}
        </p>
        <ul className="mt-1 grid gap-0.5 text-sm">
          {differences.map(({ what, before, after }) => (
            <li key={what} className="[overflow-wrap:anywhere]">
              <span className="mute">{what}: </span>
              {before} → {after}
            </li>
          ))}
          {differences.length === 0 && <li className="mute">Subtitle, credit or description differ.</li>}
        </ul>
      </div>
      {children && <div className="flex gap-2">{children}</div>}
    </li>
  )
}
