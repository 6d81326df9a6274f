import { cpus, loadavg } from 'node:os'
import { postgresForTests } from '../../scripts/services.ts'
import { type Cleanup, createCleanup } from './cleanup.ts'
import { type EngineName, type Flags, onEitherEngine, type PathName, readFlags, UsageError } from './flags.ts'
import { measureAgeing } from './paths/ageing.ts'
import { measureAppend } from './paths/append.ts'
import { measureBoard } from './paths/board.ts'
import { measureBuild } from './paths/build.ts'
import { measureChart } from './paths/chart.ts'
import { measureCompetitions } from './paths/competitions.ts'
import { measureExport } from './paths/export.ts'
import { measureFirstPage } from './paths/first-page.ts'
import { measureFirstRow } from './paths/first-row.ts'
import { measureFold } from './paths/fold.ts'
import { measureGame } from './paths/game.ts'
import { measureKafka } from './paths/kafka.ts'
import { measureLists } from './paths/lists.ts'
import { measureModule } from './paths/module.ts'
import { measurePacks } from './paths/packs.ts'
import { measureProfile } from './paths/profile.ts'
import { measurePublication } from './paths/publication.ts'
import { measurePush } from './paths/push.ts'
import { measureRedis } from './paths/redis.ts'
import { measureScale } from './paths/scale.ts'
import { measureStandings } from './paths/standings.ts'
import { measureSubmit } from './paths/submit.ts'
import type { Row } from './rows.ts'
import { type FilledServer, lazyFilledServer } from './setup/filled-server.ts'
import { tableOf } from './table.ts'
import { writeFigures } from './write-figures.ts'

type Measure = (flags: Flags, cleanup: Cleanup, filledServer: () => Promise<FilledServer>) => Promise<Row[]>

const measures: Readonly<Record<PathName, Measure>> = {
  page: async (flags, cleanup, filledServer) => [
    ...(await measureFirstPage()),
    ...(await measureFirstRow(flags, cleanup, filledServer)),
  ],
  append: measureAppend,
  kafka: measureKafka,
  fold: measureFold,
  build: measureBuild,
  packs: measurePacks,
  export: measureExport,
  publication: measurePublication,
  board: measureBoard,
  game: measureGame,
  module: measureModule,
  lists: measureLists,
  profile: measureProfile,
  chart: measureChart,
  standings: measureStandings,
  competitions: measureCompetitions,
  ageing: measureAgeing,
  submit: measureSubmit,
  push: measurePush,
  redis: measureRedis,
  scale: measureScale,
}

const defaultEngine: readonly EngineName[] = ['embedded']

function nameOn(engine: EngineName, path: PathName): string {
  return engine === 'embedded' ? path : `${path}, ${engine}`
}

/** Measures each path and its floor, and prints a table or JSON. Ends every process that it starts. */
async function bench(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  const all = createCleanup()
  const onSignal = () => void all.all().finally(() => process.exit(1))
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const machine = { cores: cpus().length, node: process.version, loadBefore: loadavg() }
  const start = performance.now()
  const rows: Row[] = []
  try {
    // Held during the whole run, so that all paths share one Postgres.
    const postgres = await postgresForTests()
    all.add(() => postgres.stop())
    const servers = {
      embedded: lazyFilledServer('embedded', flags, all),
      distributed: lazyFilledServer('distributed', flags, all),
    }
    for (const path of flags.paths) {
      for (const engine of onEitherEngine.has(path) ? flags.engines : defaultEngine) {
        console.error(`measuring ${path} …`)
        const own = createCleanup()
        all.add(own.all)
        const measured = await measures[path](flags, own, servers[engine])
        rows.push(...measured.map((row) => ({ ...row, path: nameOn(engine, path) })))
        await own.all()
      }
    }
  } finally {
    await all.all()
  }
  const run = { ...machine, loadAfter: loadavg(), seconds: (performance.now() - start) / 1000, flags }
  if (flags.write) await writeFigures(rows, new Date())
  process.stdout.write(flags.json ? `${JSON.stringify({ run, rows }, null, 2)}\n` : `${tableOf(rows)}\n`)
  const load = (values: readonly number[]) => values[0]?.toFixed(1)
  console.error(
    `${Math.round(run.seconds)} s on ${run.cores} cores, load ${load(run.loadBefore)} before, ${load(run.loadAfter)} after; in brackets minimum and maximum of ${flags.rounds} rounds`,
  )
}

await bench().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
})
