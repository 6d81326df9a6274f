import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { fingerprintOf } from '@stepledger/contracts/play/fingerprint.ts'
import { packNumbers } from '@stepledger/contracts/play/pack-column.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import { fieldsOf, modifiersOf, restOf } from './body-fields.ts'
import type { SeededChart } from './chart.ts'
import type { SeededPlayer } from './crowd.ts'
import type { HistoryEvent } from './history.ts'
import { type Chance, chance } from './random.ts'
import { type Form, stepsOn } from './steps.ts'

export interface PlayToMake {
  readonly deed: Extract<HistoryEvent, { kind: 'play' }>
  readonly player: SeededPlayer
  readonly chart: SeededChart
  readonly playId: number
  /** What else decides how it goes: the seed, and where this history begins. */
  readonly seeds: readonly number[]
}

/** The event of a play, as ingest would have appended it had the game sent its body. */
export function playEvent({ deed, player, chart, playId, seeds }: PlayToMake): Buffer {
  const random = chance(...seeds, 4, deed.play)
  const { level, version, width, bias } = player
  /** Meters that the player is above the chart. */
  const ease = level + deed.form - chart.meter - (deed.rate - 1) * 10
  const failsAt = failOf(ease, deed.autoplay, random)
  const rows = failsAt === null ? chart.times.length : failedAfter(chart.times.length * failsAt)
  const steps = stepsOn(chart, rows, deed.autoplay ? machine : formOf(ease, bias), random)
  const held = (possible: number) => [countOf(possible, Math.min(0.99, 0.9 + ease * 0.02), random), possible]
  const radar = { Holds: held(chart.holds), Mines: held(chart.mines), Rolls: held(chart.rolls) }
  const { rate, autoplay } = deed
  const fields = fieldsOf(version, chart, { rate, autoplay, passed: failsAt === null })
  return encodeEvent(playSubmitted, {
    id: `play-${playId}`,
    at: deed.at,
    key: player.id,
    data: {
      playId,
      fingerprint: fingerprintOf({ hash: chart.hash, musicRate: fields.rate, radar, pairs: steps.pairs }),
      playKey: null,
      chart: chart.hash,
      playedAt: deed.at - deed.late,
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
      modifiers: modifiersOf(deed.player),
      sealed: seal(restOf(version, chart), player.sealingKey, (bytes) => bytesOf(bytes, random)),
    },
  })
}

const machine: Form = { bias: 0, deviation: 0.0005, missed: 0 }

/** From a deviation of 7 ms on what is easy to one of 40 ms on what is too hard. */
function formOf(ease: number, bias: number): Form {
  const trouble = 1 / (1 + Math.exp(ease * 0.7))
  return { bias, deviation: 0.007 + 0.033 * trouble, missed: 0.0005 + 0.06 * trouble ** 2 }
}

/** Where the lifebar runs empty, a share of the rows; null when it does not. */
function failOf(ease: number, autoplay: boolean, { share }: Chance): number | null {
  const chanceOfIt = 0.6 / (1 + Math.exp(1.2 * (ease + 2)))
  return autoplay || share() >= chanceOfIt ? null : 0.1 + 0.85 * share()
}

/** In whole blocks of rows, so that what plays of a chart share need not be made for each. */
function failedAfter(rows: number): number {
  return Math.max(1, Math.floor(rows / 32)) * 32
}

function countOf(possible: number, each: number, { share }: Chance): number {
  let reached = 0
  for (let i = 0; i < possible; i++) if (share() < each) reached++
  return reached
}

function pair([actual = 0, possible = 0]: readonly number[]): [number, number] {
  return [actual, possible]
}

/**
 * Falls where there were misses, rises elsewhere; empty from the last row of a failed play on. In steps that a float32
 * holds exactly.
 */
function lifebar(
  chart: SeededChart,
  rows: number,
  misses: number,
  failed: boolean,
  { share }: Chance,
): Float64Array {
  const end = failed ? itemAt(chart.times, rows - 1) : Number.POSITIVE_INFINITY
  const fall = Math.min(0.9, 0.1 + (misses / rows) * 8)
  let life = 512
  return chart.lifebarAt.map((at) => {
    life = Math.min(1024, Math.max(50, life + Math.round((share() < fall ? -90 : 60) * share())))
    return at >= end ? 0 : life / 1024
  })
}

function bytesOf(count: number, { bits }: Chance): Uint8Array {
  return Uint8Array.from({ length: count }, bits)
}
