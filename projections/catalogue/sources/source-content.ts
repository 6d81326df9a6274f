import { createHash } from 'node:crypto'
import type { SongProcessed } from '@stepledger/contracts/events/song-processed.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'

/**
 * Digest of what a song states about a chart: its counts, and what describes it, without pictures. Decisions in the
 * ledger name it, so that it must stay as it is.
 */
export function sourceContent(song: SongProcessed['data'], chart: ProcessedChart): string {
  const { rows, holds, rolls, mines } = chart.counts
  const content = [
    [rows, holds, rolls, mines],
    [song.title, song.subtitle, song.artist, song.credit],
    [chart.stepsType, chart.difficulty, chart.meter, chart.description, chart.chartName, chart.stepartist],
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
}

/**
 * An uploader as read models know one: a digest of the id, so that none of their tables holds the id of a player.
 */
export function uploaderDigest(playerId: string | null): string | null {
  return playerId === null
    ? null
    : createHash('sha256').update(`uploader ${playerId}`).digest('hex').slice(0, 32)
}
