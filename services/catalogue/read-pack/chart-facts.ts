import { createHash } from 'node:crypto'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { DisplayBpm } from '../simfile/display-bpm.ts'
import type { Chart } from '../simfile/simfile.ts'
import type { MediaFile } from './pack-part.ts'

/** Public facts of a chart with a hash, and its steps as a file. */
export function chartFacts(chart: Chart, hash: string): { facts: ProcessedChart; steps: MediaFile } {
  const steps = stepsFile(chart)
  const { rows, holds, rolls, mines, jumps, hands, lifts, fakes } = chart.counts
  const facts = {
    hash,
    stepsType: chart.stepsType,
    difficulty: chart.difficulty,
    meter: chart.meter,
    description: cleanText(chart.description),
    chartName: cleanText(chart.chartName),
    stepartist: cleanText(chart.stepartist),
    length: chart.length,
    displayBpm: shown(chart.displayBpm),
    bpms: chart.bpm,
    counts: { rows, holds, rolls, mines },
    radar: { jumps, hands, lifts, fakes },
    peakNps: chart.density.peak,
    nps: chart.density.measures.map(({ second, nps }): [number, number] => [second, nps]),
    streams: chart.streams.map(({ unit, measures, breaks, brief, detailed }) => ({
      unit,
      measures,
      breaks,
      brief,
      detailed,
    })),
    steps: steps.sha256,
  }
  return { facts, steps }
}

function stepsFile({ steps }: Chart): MediaFile {
  const bytes = Buffer.from(JSON.stringify(steps))
  return { sha256: createHash('sha256').update(bytes).digest('hex'), ending: 'json', bytes }
}

function shown(bpm: DisplayBpm): string {
  if (bpm.kind === 'random') return '?'
  if (bpm.kind === 'fixed') return rounded(bpm.bpm)
  const [min, max] = [rounded(bpm.min), rounded(bpm.max)]
  return min === max ? min : `${min}-${max}`
}

function rounded(bpm: number): string {
  return String(Math.round(bpm))
}
