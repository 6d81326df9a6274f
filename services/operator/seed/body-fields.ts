import type { PackedPlay } from '@stepledger/contracts/play/pack-play.ts'
import type { SeededChart } from './chart.ts'

/** Body versions of generated plays. */
export type SeededBodyVersion = '1.0' | '1.1' | '1.2' | '1.3' | '1.4'

/** Properties of a play besides its steps. */
interface Circumstances {
  readonly rate: number
  readonly autoplay: boolean
  readonly passed: boolean
}

/**
 * Returns the packed fields that depend on the body version: 1.0 lacks rate, autoplay and notes per second, 1.1 whether
 * the play was passed.
 */
export function fieldsOf(
  version: SeededBodyVersion,
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

/** Returns the JSON text of the fields outside of a packed play: version, game, and in old versions the meter as text. */
export function restOf(version: SeededBodyVersion, { meter }: SeededChart): string {
  return JSON.stringify({
    ...(version < '1.2' ? { difficulty: String(meter) } : {}),
    ...(version < '1.4' ? { _arrowCloudBodyVersion: version } : { bodyVersion: version }),
    ...(version < '1.3' ? {} : { _engineName: 'ITGmania', _engineVersion: '1.2.0' }),
  })
}

/** Returns the modifiers of a player, by number. */
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
