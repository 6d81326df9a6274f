import { parseArgs } from 'node:util'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'

export const pathNames = [
  'page',
  'append',
  'kafka',
  'fold',
  'build',
  'packs',
  'export',
  'publication',
  'board',
  'game',
  'module',
  'lists',
  'profile',
  'chart',
  'standings',
  'competitions',
  'ageing',
  'submit',
  'push',
  'redis',
  'scale',
] as const
export type PathName = (typeof pathNames)[number]

/** Takes a quarter of an hour: measured only if it is named. */
const longPath: PathName = 'ageing'

/**
 * `distributed`: the ledger in Kafka; push, limits and rankings in Redis. Still one process, so that only the engines
 * differ.
 */
const engineNames = ['embedded', 'distributed'] as const
export type EngineName = (typeof engineNames)[number]

/** Paths that can run on both engines. */
export const onEitherEngine: ReadonlySet<PathName> = new Set(['board', 'submit', 'push'])

export interface Flags {
  /** Paths to measure, in order. */
  readonly paths: readonly PathName[]
  /** Engines for the paths that can run on both. */
  readonly engines: readonly EngineName[]
  readonly rounds: number
  /** Seconds per round. */
  readonly seconds: number
  /** Players on the hot chart. */
  readonly players: number
  /** Concurrent appends. */
  readonly callers: number
  /** Rates of submitted plays, plays/s. */
  readonly rates: readonly number[]
  /** Plays that the projector folds in a round. */
  readonly backlog: number
  /** Lengths of the histories that a generation is built from, in plays; `rows`: rows per play. */
  readonly history: readonly number[]
  readonly rows: number
  /** Plays that are folded before the pack of their charts. */
  readonly late: number
  /** Concurrent connections of the load generator. */
  readonly connections: number
  /** Folder for CPU profiles of the server, or null. */
  readonly profile: string | null
  readonly json: boolean
  /** Writes the results into docs/bench.md. */
  readonly write: boolean
}

const usage = `npm run bench -- [${pathNames.join(' | ')}]… [--rounds 3] [--seconds 2] [--players 10000] [--callers 256] [--rates 100,300,500]
  [--backlog 3000] [--history 10000] [--rows 928] [--late 100000] [--connections 32] [--engine embedded | distributed | both]
  [--profile FOLDER] [--json] [--write]`

const number = (least: number, most: number) => z.coerce.number().min(least).max(most)
const whole = (least: number, most: number) => number(least, most).int()

const flags = z.object({
  paths: z.array(z.enum(pathNames)),
  engine: z.enum([...engineNames, 'both']),
  rounds: whole(1, 100),
  seconds: number(0.5, 600),
  players: whole(1000, 1_000_000),
  callers: whole(1, 1500),
  rates: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1).max(10_000)).min(1).max(10)),
  backlog: whole(100, 1_000_000),
  history: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1000).max(10_000_000)).min(1).max(10)),
  rows: whole(20, 20_000),
  late: whole(1_000, 10_000_000),
  connections: whole(1, 1000),
  profile: z.string().transform((folder) => folder || null),
  json: z.boolean(),
  write: z.boolean(),
})

/** Reports an unknown word and prints the usage. */
export class UsageError extends Error {}

/** Throws UsageError. */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parse(args)
  const read = flags.safeParse({ ...values, paths: positionals })
  if (!read.success) {
    const [issue] = read.error.issues
    throw new UsageError(`${issue?.path.join(' ')}: ${issue?.message}\n\n${usage}`)
  }
  const { paths: chosen, engine, ...others } = read.data
  const engines = engine === 'both' ? engineNames : [engine]
  return {
    ...others,
    engines,
    paths: pathNames.filter((name) => (chosen.length === 0 ? name !== longPath : chosen.includes(name))),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '2' },
        players: { type: 'string', default: '10000' },
        callers: { type: 'string', default: '256' },
        rates: { type: 'string', default: '100,300,500' },
        backlog: { type: 'string', default: '3000' },
        history: { type: 'string', default: '10000' },
        rows: { type: 'string', default: '928' },
        late: { type: 'string', default: '100000' },
        connections: { type: 'string', default: '32' },
        engine: { type: 'string', default: 'embedded' },
        profile: { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${errorMessage(error)}\n\n${usage}`)
  }
}
