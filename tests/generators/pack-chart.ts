import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { GeneratedChart } from './chart.ts'
import { smallChart } from './small-song.ts'

/** Length of a measure for the notes per second, seconds. */
const measure = 2

/** A generated chart as a pack contains it; every field can be overridden. */
export function packChart(chart: GeneratedChart, other: Partial<ProcessedChart> = {}): ProcessedChart {
  const { hash, meter, length, stepartist, holds, rolls, mines, times } = chart
  const nps = Array.from({ length: Math.ceil(length / measure) }, (_, i): [number, number] => {
    const from = i * measure
    return [from, times.filter((time) => time >= from && time < from + measure).length / measure]
  })
  return smallChart({
    hash,
    meter,
    length,
    stepartist,
    counts: { rows: times.length, holds, rolls, mines },
    peakNps: Math.max(...nps.map(([, density]) => density)),
    nps,
    ...other,
  })
}
