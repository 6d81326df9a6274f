import { generatedChart } from '../../generators/chart.ts'
import { type GeneratedBody, playBody } from '../../generators/play-body.ts'

/** A player's data in the game, during and after a stage. */
export interface PlayerInGame {
  readonly human: boolean
  /** Folder of the profile; empty for a guest. */
  readonly folder: string
  /** Id of the profile; the folder by default, which all memory cards of a side share. */
  readonly guid?: string
  /** Name of the profile. */
  readonly name?: string
  readonly controller?: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly steps: Readonly<Record<string, unknown>>
  /** The theme's data of a chart: its hash, and the steps to which it belongs. */
  readonly streams: Readonly<Record<string, unknown>>
  readonly stats: Readonly<Record<string, unknown>>
  readonly rows?: readonly (readonly unknown[])[]
  readonly death?: number
  /** The part of a routine's chart that is this player's. */
  readonly part?: { readonly rows: number; readonly radar: Readonly<Record<string, readonly number[]>> }
  /** Number of rows before the game notices a fail. All by default. */
  readonly counted?: number
  /** Judgments and life record of the real game: see recordings.ts. */
  readonly judged?: readonly (readonly unknown[])[]
  readonly lives?: readonly (readonly [second: number, life: number])[]
}

export interface Stage {
  readonly song: {
    readonly title: string
    readonly artist: string
    readonly pack: string
    readonly length: number
    /** Song seconds of the first step and of the last one; 0 and `length` by default. */
    readonly first?: number
    readonly last?: number
  }
  readonly players: Readonly<Partial<Record<'P1' | 'P2', PlayerInGame>>>
  readonly rate?: number
  readonly gaveUp?: boolean
  readonly game?: string
  readonly style?: string
  readonly mode?: string
  readonly course?: boolean
}

export interface StageOptions {
  readonly seed: number
  readonly rows?: number
  readonly skill?: number
  readonly title?: string
}

/** A stage played by one player. `folder`: of the profile. */
export function stageOf(options: StageOptions & { readonly folder: string }): Stage {
  const { body, player } = played(options)
  return { song: songOf(body), players: { P1: { ...player, folder: options.folder } } }
}

/** A stage played by two players. */
export function versusStage(options: StageOptions & { readonly folders: readonly [string, string] }): Stage {
  const { body, player } = played(options)
  const other = played({ ...options, skill: 0.4 }, options.seed).player
  const [one, two] = options.folders
  return {
    song: songOf(body),
    style: 'versus',
    players: { P1: { ...player, folder: one }, P2: { ...other, folder: two } },
  }
}

/** Returns the stage with changes to its first player. */
export function withPlayer(stage: Stage, change: Partial<PlayerInGame>): Stage {
  const { P1 } = stage.players
  return P1 ? { ...stage, players: { ...stage.players, P1: { ...P1, ...change } } } : stage
}

const songOf = (body: GeneratedBody) => ({
  title: String(body.songName),
  artist: String(body.artist),
  pack: String(body.pack),
  length: 120,
})

/** A play of the chart of a seed: the request body, and the player's data in the game. */
export function played({ seed, rows = 200, skill = 0.9, title }: StageOptions, chartSeed = seed) {
  const chart = {
    ...generatedChart({ seed: chartSeed, rows }),
    ...(title === undefined ? {} : { songName: title }),
  }
  const body = playBody({ seed: seed * 7 + Math.round(skill * 100), chart, skill, width: 2 })
  const steps = {
    file: `/Songs/${chart.pack}/${chart.songName}/song.ssc`,
    type: 'StepsType_Dance_Single',
    difficulty: 'Difficulty_Challenge',
    meter: chart.meter,
    description: 'generated',
    credit: chart.stepartist,
  }
  const player: PlayerInGame = {
    human: true,
    folder: '',
    options: { CMod: 650, Mini: 0.35, NoteSkin: 'cel', VisualDelay: 0 },
    steps,
    streams: {
      Hash: chart.hash,
      Filename: steps.file,
      StepsType: 'dance-single',
      Difficulty: 'Challenge',
      Description: 'generated',
      PeakNPS: 8,
      NPSperMeasure: [4, 8, 6],
    },
    stats: {
      failed: false,
      grade: 'Grade_Tier03',
      percent: 0.97,
      alive: 118.5,
      radar: body.radar,
      rowsPossible: rows,
    },
    rows: body.timingData,
  }
  return { body, player, hash: chart.hash }
}
