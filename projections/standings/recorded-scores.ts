import type { EventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { EventScore } from './event-standings.ts'

const idBytes = 16

/** The scores of one chart, as they were recorded when the event closed. */
export function scoresOfRecord({ data }: Pick<EventScoresRecorded, 'data'>): EventScore[] {
  const { round, chart, boards } = data
  const players = Buffer.from(data.players)
  const hundredths = Buffer.from(data.hundredths)
  return Array.from({ length: players.length / idBytes }, (_, i) => ({
    round,
    chart,
    player: uuidOf(players.subarray(i * idBytes, (i + 1) * idBytes)),
    hundredths: boards.map((_, board) => hundredths.readUInt16LE(2 * (i * boards.length + board))),
  }))
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
