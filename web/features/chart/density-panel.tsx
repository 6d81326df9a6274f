import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { useMemo } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { segmentsOf } from './density.ts'
import { DensityFigure } from './density-figure.tsx'

/** The density over the song; renders nothing while the chart is unknown. */
export function DensityPanel({ chart }: { chart: ChartPage }) {
  const { nps, length, peakNps, stream } = chart
  const segments = useMemo(
    () =>
      segmentsOf(
        nps.map(({ x, y }) => [x, y]),
        length,
      ),
    [nps, length],
  )
  if (segments.length === 0) return null
  return (
    <Panel title="Notes per Second" aside={peakNps !== null && `peak ${peakNps.toFixed(1)}`}>
      <div className="px-2 pt-2 md:px-4">
        <DensityFigure segments={segments} />
      </div>
      {stream && (
        <div className="border-t border-line px-4 py-3">
          <h3 className="text-sm font-semibold">Stream</h3>
          <p className="mt-1 font-semibold break-words">{stream}</p>
        </div>
      )}
    </Panel>
  )
}
