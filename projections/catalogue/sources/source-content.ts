import { createHash } from 'node:crypto'
import { digestOf } from '@stepledger/contracts/digest.ts'
import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { ChartCounts, ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'

/**
 * Returns the digest of a song's description of a chart: counts and metadata, without pictures. Decisions in the ledger
 * refer to it, so its input must not change.
 */
export function sourceContent(song: SongProcessed['data'], chart: ProcessedChart): string {
  const numbers = ({ rows, holds, rolls, mines }: ChartCounts) => [rows, holds, rolls, mines]
  const content = [
    numbers(chart.counts),
    [song.title, song.subtitle, song.artist, song.credit],
    [chart.stepsType, chart.difficulty, chart.meter, chart.description, chart.chartName, chart.stepartist],
    ...(chart.otherCounts ?? []).map(numbers),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
}

/** Returns the digest of an uploader's id, so that no table of the catalogue holds a player id. */
export function uploaderDigest(playerId: string | null): string | null {
  return playerId === null ? null : digestOf('uploader', playerId)
}
