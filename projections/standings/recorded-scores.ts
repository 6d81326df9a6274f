import { createHash } from 'node:crypto'
import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { MalformedEventError } from '@stepledger/contracts/events/event-type.ts'
import type { CompetitionScore } from './competition-standings.ts'

type Recorded = EventScoresRecorded['data']

const idBytes = 16
const scoreBytes = 2

/** Encodes the scores on one chart for the ledger. `boards` gives the order of the hundredths of each score. */
export function recordScores(
  scores: readonly Pick<CompetitionScore, 'player' | 'hundredths'>[],
  of: Omit<Recorded, 'players' | 'hundredths'>,
): Recorded {
  const ascending = [...scores].sort((a, b) => (a.player < b.player ? -1 : 1))
  const players = new Uint8Array(ascending.length * idBytes)
  const hundredths = new Uint8Array(ascending.length * of.boards.length * scoreBytes)
  const view = new DataView(hundredths.buffer)
  let at = 0
  for (const [i, score] of ascending.entries()) {
    if (score.hundredths.length !== of.boards.length)
      throw new RangeError(`${score.hundredths.length} scores on ${of.boards.length} boards`)
    players.set(Buffer.from(score.player.replaceAll('-', ''), 'hex'), i * idBytes)
    for (const percent of score.hundredths) {
      view.setUint16(at, percent, true)
      at += scoreBytes
    }
  }
  return { ...of, players, hundredths }
}

/**
 * Decodes recorded scores, players ascending. Throws MalformedEventError if the lengths of players and scores do not
 * match.
 */
export function scoresOfRecord({
  data: { round, chart, boards, players, hundredths },
}: Pick<EventScoresRecorded, 'data'>): CompetitionScore[] {
  const count = players.length / idBytes
  if (!Number.isInteger(count) || hundredths.length !== count * boards.length * scoreBytes)
    throw new MalformedEventError(
      `EventScoresRecorded of ${chart}: ${players.length} bytes of players, ${hundredths.length} of scores on ${boards.length} boards`,
    )
  const ids = Buffer.from(players.buffer, players.byteOffset, players.length).toString('hex')
  const view = new DataView(hundredths.buffer, hundredths.byteOffset, hundredths.length)
  return Array.from({ length: count }, (_, i) => ({
    round,
    chart,
    player: uuidOf(ids.slice(i * idBytes * 2, (i + 1) * idBytes * 2)),
    hundredths: boards.map((_, board) => view.getUint16((i * boards.length + board) * scoreBytes, true)),
  }))
}

/** Returns the digest in EventClosed of all recorded scores, independent of their order. */
export function digestOf(
  records: readonly Pick<Recorded, 'round' | 'chart' | 'players' | 'hundredths'>[],
): string {
  const hash = createHash('sha256')
  const ordered = [...records].sort((a, b) => a.round - b.round || (a.chart < b.chart ? -1 : 1))
  for (const { players, hundredths } of ordered) hash.update(players).update(hundredths)
  return hash.digest('hex')
}

function uuidOf(hex: string): string {
  return [8, 12, 16, 20, 32].map((to, i, ends) => hex.slice(ends[i - 1] ?? 0, to)).join('-')
}
