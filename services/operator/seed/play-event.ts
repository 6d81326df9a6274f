import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { fingerprintOf } from '@stepledger/contracts/play/fingerprint.ts'
import { packNumbers } from '@stepledger/contracts/play/pack-column.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import { fieldsOf, modifiersOf, restOf } from './body-fields.ts'
import type { SeededChart } from './chart.ts'
import type { HistoryEvent } from './history.ts'
import { type Random, seededRandom } from './random.ts'
import type { SeededPlayer } from './seeded-player.ts'
import { type Form, stepsOn } from './steps.ts'

interface PlayToMake {
  readonly action: Extract<HistoryEvent, { kind: 'play' }>
  readonly player: SeededPlayer
  readonly chart: SeededChart
  readonly playId: number
  /** Further seeds of the random numbers: the seed and the first play id. */
  readonly seeds: readonly number[]
}

/** Encodes the event that ingest would append for the body of this play. */
export function playEvent({ action, player, chart, playId, seeds }: PlayToMake): Buffer {
  const random = seededRandom(...seeds, 4, action.play)
  const { level, version, width, bias } = player
  /** Meters by which the player's skill exceeds the chart. */
  const ease = level + action.form - chart.meter - (action.rate - 1) * 10
  const failsAt = failOf(ease, action.autoplay, random)
  const rows = failsAt === null ? chart.times.length : failedAfter(chart.times.length * failsAt)
  const steps = stepsOn(chart, rows, action.autoplay ? machine : formOf(ease, bias), random)
  const held = (possible: number) => [countOf(possible, Math.min(0.99, 0.9 + ease * 0.02), random), possible]
  const radar = { Holds: held(chart.holds), Mines: held(chart.mines), Rolls: held(chart.rolls) }
  const { rate, autoplay } = action
  const fields = fieldsOf(version, chart, { rate, autoplay, passed: failsAt === null })
  return encodeEvent(playSubmitted, {
    id: `play-${playId}`,
    at: action.at,
    key: player.id,
    data: {
      playId,
      fingerprint: fingerprintOf({ hash: chart.hash, musicRate: fields.rate, radar, pairs: steps.pairs }),
      playKey: null,
      chart: chart.hash,
      playedAt: action.at - action.late,
      ...fields,
      songName: chart.songName,
      artist: chart.artist,
      pack: chart.pack,
      stepartist: chart.stepartist,
      description: '',
      length: chart.length,
      meter: chart.meter,
      radar: { holds: pair(radar.Holds), mines: pair(radar.Mines), rolls: pair(radar.Rolls) },
      rows: {
        count: rows,
        width,
        lengths: null,
        times: steps.times,
        offsets: steps.offsets,
        markers: null,
        more: width === 2 ? [] : chart.more(rows),
      },
      lifebar: {
        count: chart.lifebarAt.length,
        columns: {
          x: chart.lifebarX,
          y: packNumbers(lifebar(chart, rows, steps.misses, failsAt !== null, random)),
        },
      },
      modifiers: modifiersOf(action.player),
      sealed: seal(restOf(version, chart), player.sealingKey, (bytes) => bytesOf(bytes, random)),
    },
  })
}

const machine: Form = { bias: 0, deviation: 0.0005, missed: 0 }

/** Standard deviations range from 7 ms on easy charts to 40 ms on hard ones. */
function formOf(ease: number, bias: number): Form {
  const difficulty = 1 / (1 + Math.exp(ease * 0.7))
  return { bias, deviation: 0.007 + 0.033 * difficulty, missed: 0.0005 + 0.06 * difficulty ** 2 }
}

/** Returns the share of rows before the lifebar is empty; null for a passed play. */
function failOf(ease: number, autoplay: boolean, { share }: Random): number | null {
  const probability = 0.6 / (1 + Math.exp(1.2 * (ease + 2)))
  return autoplay || share() >= probability ? null : 0.1 + 0.85 * share()
}

/** Rounds down to a multiple of 32, so that columns cached by row count are reused. */
function failedAfter(rows: number): number {
  return Math.max(1, Math.floor(rows / 32)) * 32
}

function countOf(possible: number, each: number, { share }: Random): number {
  let reached = 0
  for (let i = 0; i < possible; i++) if (share() < each) reached++
  return reached
}

function pair([actual = 0, possible = 0]: readonly number[]): [number, number] {
  return [actual, possible]
}

/** Generates a random lifebar that falls with misses and is empty after a fail. Values are exact in float32. */
function lifebar(
  chart: SeededChart,
  rows: number,
  misses: number,
  failed: boolean,
  { share }: Random,
): Float64Array {
  const end = failed ? itemAt(chart.times, rows - 1) : Number.POSITIVE_INFINITY
  const fall = Math.min(0.9, 0.1 + (misses / rows) * 8)
  let life = 512
  return chart.lifebarAt.map((at) => {
    life = Math.min(1024, Math.max(50, life + Math.round((share() < fall ? -90 : 60) * share())))
    return at >= end ? 0 : life / 1024
  })
}

function bytesOf(count: number, { bits }: Random): Uint8Array {
  return Uint8Array.from({ length: count }, bits)
}
