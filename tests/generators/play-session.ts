import type { GeneratedChart } from './chart.ts'
import { type BodyVersion, type GeneratedBody, type PlayOptions, playBody } from './play-body.ts'
import { oneOf, type Random, wholeNumber } from './random.ts'

/** One play of a session. `after`: seconds since the start. */
export interface SessionPlay {
  readonly after: number
  readonly body: GeneratedBody
}

const versions: readonly (BodyVersion | 'none')[] = [
  'none',
  '1.0',
  '1.1',
  '1.2',
  '1.3',
  '1.4',
  '1.4',
  '1.4',
  '1.4',
]

/**
 * A session of one player: one client version, form that drifts, repeated charts, some fails, other rates and autoplay.
 * `skill`: the player's average; `plays`: how many.
 */
export function* session(
  random: Random,
  options: {
    charts: readonly GeneratedChart[]
    plays: number
    skill?: number
    version?: BodyVersion | 'none'
  },
): Generator<SessionPlay> {
  const version = options.version ?? oneOf(random, versions)
  const width = random() < 0.4 ? 2 : 8
  let skill = options.skill ?? random()
  let chart = oneOf(random, options.charts)
  let after = 0
  for (let i = 0; i < options.plays; i++) {
    if (random() < 0.7) chart = oneOf(random, options.charts)
    skill = Math.min(1, Math.max(0, skill + (random() - 0.48) * 0.05))
    const body = playBody({ random, chart, skill, version, width, ...mishaps(random, skill) })
    after += chart.length + wholeNumber(random, 15, 120)
    yield { after, body }
  }
}

function mishaps(random: Random, skill: number): Partial<PlayOptions> {
  const dice = random()
  if (dice < 0.03) return { rate: oneOf(random, [0.9, 1.05, 1.1, 1.2]) }
  if (dice < 0.04) return { autoplay: true }
  return dice < 0.05 + 0.15 * (1 - skill) ? { failsAt: 0.1 + 0.85 * random() } : {}
}
