import type { PlayFact } from '../batch.ts'
import { arrayText, type WrittenColumn } from '../written-column.ts'
import { timeOfPlay } from './time-of-play.ts'

/** Every column of `plays` except those of its withdrawal. */
export const playColumns: readonly WrittenColumn<PlayFact>[] = [
  { name: 'id', type: 'bigint', value: (p) => p.event.data.playId },
  { name: 'player', type: 'uuid', value: (p) => p.event.key },
  { name: 'chart', type: 'text', value: (p) => p.event.data.chart },
  { name: 'at', type: 'bigint', value: (p) => p.event.at },
  { name: 'played_at', type: 'bigint', value: (p) => timeOfPlay(p.event) },
  { name: 'partition', type: 'smallint', value: (p) => p.partition },
  { name: '"offset"', type: 'bigint', value: (p) => p.offset },
  { name: 'fingerprint', type: 'bytea', value: (p) => `\\x${hexOf(p.event.data.fingerprint)}` },
  { name: 'body_version', type: 'text', value: (p) => p.event.data.bodyVersion },
  { name: 'passed', type: 'boolean', value: (p) => p.event.data.passed },
  { name: 'rate', type: 'double precision', value: (p) => p.event.data.rate },
  { name: 'autoplay', type: 'boolean', value: (p) => p.event.data.autoplay },
  { name: 'cmod', type: 'boolean', value: (p) => p.cmod },
  { name: 'rows', type: 'integer', value: (p) => p.event.data.rows.count },
  { name: 'expected_rows', type: 'integer', value: expectedRowsOf },
  { name: 'seconds', type: 'integer', value: secondsPlayed },
  { name: 'radar', type: 'integer[]', value: (p) => arrayText(radarOf(p)) },
  {
    name: 'points',
    type: 'double precision[]',
    value: (p) => arrayText(p.scored.systems.map((s) => s.points)),
  },
  {
    name: 'hundredths',
    type: 'integer[]',
    value: (p) => arrayText(p.scored.systems.map((s) => s.hundredths)),
  },
  { name: 'grades', type: 'text[]', value: (p) => arrayText(p.scored.systems.map((s) => s.grade)) },
  { name: 'judgments', type: 'integer[]', value: (p) => arrayText(judgmentsOf(p)) },
  { name: 'statistics', type: 'double precision[]', value: statisticsText },
  { name: 'eligible', type: 'boolean', value: (p) => p.scored.eligible },
  { name: 'reasons', type: 'text[]', value: (p) => arrayText(p.scored.reasons.map((r) => r.code)) },
]

/** Only of a failed play: no other play's score depends on it. */
function expectedRowsOf({ event: { data } }: PlayFact): number | null {
  return data.passed === false ? (data.expectedRows ?? null) : null
}

/** Limit of the time of a play, seconds: a day. */
const maxSeconds = 86_400

/** From the beginning of the song to the last row, at the rate at which it was played. */
export function secondsPlayed({ event: { data }, end }: PlayFact): number {
  const rate = data.rate !== null && data.rate > 0 ? data.rate : 1
  const seconds = Math.round(end / rate)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxSeconds) : 0
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** Caps actual counts at the possible ones, because clients may claim more. */
function radarOf({ event: { data } }: PlayFact): number[] {
  const { holds, mines, rolls } = data.radar
  const counts: number[] = []
  for (const [actual, possible] of [holds, mines, rolls]) counts.push(Math.min(actual, possible), possible)
  return counts
}

function judgmentsOf({ scored }: PlayFact): number[] {
  const values: number[] = []
  for (const { judgments } of scored.systems) for (const { value } of judgments) values.push(value)
  return values
}

function statisticsText({ scored: { statistics } }: PlayFact): string | null {
  if (!statistics) return null
  const { meanAbsolute, mean, deviation, max } = statistics
  return arrayText([meanAbsolute, mean, deviation, max])
}
