import { type GeneratedChart, gameNumber, generatedChart } from './chart.ts'
import { gaussian, type Random, seeded, wholeNumber } from './random.ts'

type GeneratedRow = [time: number, offset: number | 'Miss', ...more: (number | boolean)[]]

/** A request body of the game, before JSON.stringify. */
export interface GeneratedBody {
  [field: string]: unknown
  hash: string
  timingData: GeneratedRow[]
  radar: { Holds: [number, number]; Mines: [number, number]; Rolls: [number, number] }
}

export type BodyVersion = '1.0' | '1.1' | '1.2' | '1.3' | '1.4'

export interface PlayOptions {
  /** A seed for a deterministic body, or a shared random source. */
  readonly seed?: number
  readonly random?: Random
  readonly chart?: GeneratedChart
  /** Number of rows of a chart generated for this play. */
  readonly rows?: number
  /** From 0 (many misses) to 1 (nearly perfect). */
  readonly skill?: number
  /** Mean offset, seconds, late positive. */
  readonly bias?: number
  /** Share of the steps whose offsets have a four times larger deviation. */
  readonly slips?: number
  /** `none`: the first clients, which send no version. */
  readonly version?: BodyVersion | 'none'
  /** Number of elements per row. */
  readonly width?: 2 | 8
  readonly rate?: number
  readonly autoplay?: boolean
  /** Point of failure as a share of the rows; the rows end there. */
  readonly failsAt?: number
  /** Replace those of the chart's plays. */
  readonly modifiers?: Readonly<Record<string, unknown>>
  /** Local time of a play that is sent late, `YYYY-MM-DDTHH:MM:SS`. */
  readonly pendingDate?: string
}

/** The body of one play. By default: version 1.4, eight elements per row, rate 1, passed. */
export function playBody(options: PlayOptions = {}): GeneratedBody {
  const random = options.random ?? seeded(options.seed ?? 1)
  const chart =
    options.chart ??
    generatedChart({ seed: Math.floor(random() * 2 ** 32), ...(options.rows ? { rows: options.rows } : {}) })
  const skill = options.skill ?? random()
  const version = options.version ?? '1.4'
  const timingData = judgedRows(random, chart, skill, options)
  const held = (possible: number) => countOf(random, possible, 0.7 + 0.3 * skill)
  return {
    songName: chart.songName,
    artist: chart.artist,
    pack: chart.pack,
    stepartist: chart.stepartist,
    length: `${Math.floor(chart.length / 60)}:${String(Math.floor(chart.length % 60)).padStart(2, '0')}`,
    hash: chart.hash,
    difficulty: version < '1.2' || version === 'none' ? String(chart.meter) : chart.meter,
    timingData,
    radar: {
      Holds: [held(chart.holds), chart.holds],
      Mines: [held(chart.mines), chart.mines],
      Rolls: [held(chart.rolls), chart.rolls],
    },
    lifebarInfo: lifebar(random, chart, skill, options.failsAt),
    ...fieldsOfVersion(version, chart, options),
    ...(options.pendingDate === undefined ? {} : { wasPending: true, pendingDate: options.pendingDate }),
  }
}

function judgedRows(
  random: Random,
  chart: GeneratedChart,
  skill: number,
  options: PlayOptions,
): GeneratedRow[] {
  const rows = Math.max(1, Math.round(chart.times.length * (options.failsAt ?? 1)))
  const missed = options.autoplay ? 0 : 0.06 * (1 - skill) ** 2
  const deviation = options.autoplay ? 0.0005 : 0.004 + 0.03 * (1 - skill)
  const mean = options.bias ?? (random() - 0.5) * 0.01
  const { slips = 0 } = options
  const isStream = (i: number) => (chart.times[i] ?? 0) - (chart.times[i - 1] ?? -1) < 0.15
  return Array.from({ length: rows }, (_, i): GeneratedRow => {
    const spread = slips > 0 && random() < slips ? deviation * 4 : deviation
    const offset = gameNumber(mean + spread * gaussian(random))
    const miss = random() < missed || Math.abs(offset) > 0.18
    // The time of the step, or the end of the window for a miss
    const time = gameNumber((chart.times[i] ?? 0) + (miss ? 0.1815 : offset))
    const judged = miss ? 'Miss' : offset
    return options.width === 2
      ? [time, judged]
      : [time, judged, chart.arrows[i] ?? 1, isStream(i), i % 2 === 0, false, 0, false]
  })
}

function countOf(random: Random, possible: number, chance: number): number {
  let reached = 0
  for (let i = 0; i < possible; i++) if (random() < chance) reached++
  return reached
}

/** A hundred points, x in song seconds, y from 0 to 1; 0 from `failsAt` on. */
function lifebar(
  random: Random,
  chart: GeneratedChart,
  skill: number,
  failsAt?: number,
): { x: number; y: number }[] {
  const first = chart.times[0] ?? 0
  const failTime =
    failsAt === undefined ? Infinity : (chart.times[Math.floor(chart.times.length * failsAt)] ?? 0)
  let life = 0.5
  return Array.from({ length: 100 }, (_, i) => {
    const x = first + ((chart.length - first) * i) / 99
    life = Math.min(1, Math.max(0.05, life + (random() - 0.4 + 0.3 * skill) * 0.1))
    return { x: gameNumber(x), y: x >= failTime ? 0 : gameNumber(life) }
  })
}

function fieldsOfVersion(version: BodyVersion | 'none', chart: GeneratedChart, options: PlayOptions): object {
  if (version === 'none')
    return { mods: 'C775, 35%Mini', style: 'single', worstWindow: 0.1035, description: '' }
  const mini = wholeNumber(() => ((chart.meter * 37) % 100) / 100, 0, 60)
  const modifiers = {
    visualDelay: 0,
    acceleration: [],
    appearance: [],
    effect: [],
    mini,
    turn: 'None',
    disabledWindows: 'None',
    speed: { value: 40 * chart.meter, type: 'C' },
    perspective: 'Overhead',
    noteskin: 'cel',
    ...options.modifiers,
  }
  const since11 = {
    npsInfo: chart.npsInfo,
    musicRate: options.rate ?? 1,
    usedAutoplay: options.autoplay ?? false,
  }
  const passed = { passed: options.failsAt === undefined }
  const engine = { _engineName: 'ITGmania', _engineVersion: '1.2.0' }
  return {
    modifiers,
    ...(version >= '1.1' ? since11 : {}),
    ...(version >= '1.2' ? passed : {}),
    ...(version >= '1.3' ? engine : {}),
    ...(version >= '1.4' ? { bodyVersion: version } : { _arrowCloudBodyVersion: version }),
  }
}
