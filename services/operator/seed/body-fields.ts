import type { PackedPlay } from '@stepledger/contracts/play/pack-play.ts'
import type { SeededChart } from './chart.ts'

/** Versions of bodies that are made. */
export type BodyVersionMade = '1.0' | '1.1' | '1.2' | '1.3' | '1.4'

/** How a play went, beside its steps. */
export interface Circumstances {
  readonly rate: number
  readonly autoplay: boolean
  readonly passed: boolean
}

/**
 * The fields that bodies of a version have, as a packed play shows them: 1.0 lacks the rate, autoplay and notes per
 * second, 1.1 whether it was passed.
 */
export function fieldsOf(
  version: BodyVersionMade,
  chart: SeededChart,
  { rate, autoplay, passed }: Circumstances,
): Pick<PackedPlay, 'bodyVersion' | 'rate' | 'autoplay' | 'passed' | 'nps' | 'peakNps'> {
  const since11 = version >= '1.1'
  return {
    bodyVersion: version,
    rate: since11 ? rate : null,
    autoplay: since11 ? autoplay : null,
    passed: version >= '1.2' ? passed : null,
    nps: since11 ? chart.nps : null,
    peakNps: since11 ? chart.peakNps : null,
  }
}

/** The JSON text of what a body says beyond a packed play: its version, its game, and the meter of old ones as text. */
export function restOf(version: BodyVersionMade, { meter }: SeededChart): string {
  return JSON.stringify({
    ...(version < '1.2' ? { difficulty: String(meter) } : {}),
    ...(version < '1.4' ? { _arrowCloudBodyVersion: version } : { bodyVersion: version }),
    ...(version < '1.3' ? {} : { _engineName: 'ITGmania', _engineVersion: '1.2.0' }),
  })
}

/** How the game was set, by the player's number. */
export function modifiersOf(player: number): Record<string, unknown> {
  return {
    visualDelay: 0,
    acceleration: [],
    appearance: [],
    effect: [],
    mini: (player * 37) % 60,
    turn: 'None',
    disabledWindows: 'None',
    speed: { value: 300 + ((player * 25) % 500), type: player % 3 === 0 ? 'M' : 'C' },
    perspective: 'Overhead',
    noteskin: player % 2 === 0 ? 'cel' : 'metal',
  }
}
