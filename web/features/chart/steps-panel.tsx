import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure } from '../../ui/states.tsx'

/** The step preview, hidden by default; renders nothing while the chart's steps are unknown. */
export function StepsPanel({ chart }: { chart: ChartPage }) {
  const [shown, setShown] = useState(false)
  const { stepsUrl, stepsType } = chart
  if (stepsUrl === null) return null
  const show = (
    <label className="-my-1 inline-flex min-h-10 items-center gap-2 text-sm">
      <span className="mute">
        Show<span className="sr-only"> the steps</span>
      </span>
      <input
        type="checkbox"
        className="checkbox checkbox-sm"
        checked={shown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </label>
  )
  return (
    <Panel title="Steps" aside={show} className="[&>.panel-head:last-child]:border-b-0">
      {shown && <Steps key={stepsUrl} url={stepsUrl} stepsType={stepsType} />}
    </Panel>
  )
}

function Steps({ url, stepsType }: { url: string; stepsType: string | null }) {
  const steps = useQuery({
    queryKey: ['public', 'steps', url],
    queryFn: async ({ signal }) => {
      const [{ StepsPlayer }, { loadSteps }] = await Promise.all([
        import('./steps/steps-player.tsx'),
        import('./steps/load-steps.ts'),
      ])
      return { StepsPlayer, preview: await loadSteps(url, signal) }
    },
    // The URL contains the content hash, so the data never changes.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  if (steps.data) {
    const { StepsPlayer, preview } = steps.data
    if (preview.seconds.length === 0) return <p className="mute pad">This chart has no steps</p>
    return <StepsPlayer preview={preview} stepsType={stepsType} />
  }
  // As high as the player, which prevents a layout shift.
  return (
    <div
      className="min-h-162.5 bg-(--well) md:min-h-141 @min-[58rem]/panel:min-h-130.25"
      aria-busy={!steps.error}
    >
      <CallFailure
        className="m-4"
        error={steps.error}
        sentence="Failed to load steps"
        onRetry={steps.refetch}
      />
    </div>
  )
}
