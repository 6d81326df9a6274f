import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** Violations of .dependency-cruiser.mjs below `baseDir`, as `rule: from → to`. */
async function violations(baseDir: string) {
  const options = await extractOptions(join(root, '.dependency-cruiser.mjs'))
  const { output } = await cruise(['contracts', 'projections', 'services', 'web', 'scripts', 'tests'], {
    ...options,
    baseDir,
    validate: true,
  })
  if (typeof output === 'string') throw new Error(output)
  return {
    broken: output.summary.violations.map((v) => `${v.rule.name}: ${v.from} → ${v.to}`),
    modules: output.modules,
  }
}

function countDependencies(modules: ICruiseResult['modules'], from: RegExp, to: RegExp): number {
  return modules
    .filter((module) => from.test(module.source))
    .flatMap((module) => module.dependencies)
    .filter((dependency) => to.test(dependency.resolved)).length
}

describe('module dependencies', () => {
  it('follow the layers: contracts ← projections ← services, contracts ← web', async () => {
    const { broken, modules } = await violations(root)

    expect(broken).toEqual([])
    // The cruise resolves imports: allowed dependencies are found, so forbidden ones would be too.
    expect(countDependencies(modules, /^projections\//, /^contracts\//)).toBeGreaterThan(10)
    expect(countDependencies(modules, /^services\//, /^projections\//)).toBeGreaterThan(10)
    expect(countDependencies(modules, /^web\//, /^contracts\//)).toBeGreaterThan(10)
  })

  it('a service or feature that imports another, an operator import that no service offers, a model that draws, a type cycle, an adapter that knows a read model, a read model that imports a later one, files beside the read models that import one, a folder of projections without a place, a Redis client that every start loads, a service that imports scripts or test support and a fold that opens a socket are violations', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-house-'))
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    await write('tsconfig.json', '{}')
    await write('contracts/event.ts', 'export const event = 1\n')
    await write('services/ingest/play.ts', "export { page } from '../query/page.ts'\n")
    await write('services/query/page.ts', 'export const page = 1\n')
    await write('services/operator/show.ts', "export { page } from '../query/page.ts'\n")
    await write('services/platform/redis/ioredis.ts', 'export const redis = 1\n')
    await write(
      'services/platform/database/boards.ts',
      "export { best } from '../../../projections/boards.ts'\n",
    )
    await write('projections/boards.ts', 'export const best = 1\n')
    await write('projections/plays/plays.ts', "export { best } from '../boards/best.ts'\n")
    await write('projections/boards/best.ts', 'export const best = 1\n')
    await write('projections/tables.ts', "export { best } from './boards/best.ts'\n")
    await write('projections/unlisted/model.ts', "export { best } from '../boards.ts'\n")
    await write('services/query/boards.ts', "export { redis } from '../platform/redis/ioredis.ts'\n")
    await write('services/projector/follow/follow.ts', "export { build } from '../build/build.ts'\n")
    await write('services/projector/build/build.ts', 'export const build = 1\n')
    await write('web/features/home/home.tsx', "export { chart } from '../chart/chart.tsx'\n")
    await write('web/features/chart/chart.tsx', 'export const chart = 1\n')
    await write('web/features/play/timing/draw-dots.ts', 'export const dots = 1\n')
    await write('web/features/play/timing/steps.ts', "export { dots } from './draw-dots.ts'\n")
    await write('projections/fold.ts', "import { connect } from 'node:net'\nexport const fold = connect\n")
    await write('scripts/desk.ts', "import type { Clerk } from './clerk.ts'\nexport type Desk = Clerk[]\n")
    await write(
      'scripts/clerk.ts',
      "import type { Desk } from './desk.ts'\nexport type Clerk = { at: Desk }\n",
    )
    await write('tests/nothing.ts', 'export const nothing = 1\n')
    await write('services/ingest/start.ts', "import '../../scripts/start.ts'\nimport './mail-in-tests.ts'\n")
    await write('services/ingest/mail-in-tests.ts', "import '../../scripts/start.ts'\n")
    await write('scripts/start.ts', 'export const start = 1\n')
    await write('contracts/wrong.ts', "export { fold } from '../projections/fold.ts'\n")

    const { broken } = await violations(folder)

    await rm(folder, { recursive: true })
    expect(broken.map((line) => line.split(':')[0]).sort()).toEqual([
      'clients-of-external-engines-are-loaded-lazily',
      'contracts-import-no-other-folder',
      'features-are-independent',
      'folders-of-projections-are-in-their-order',
      'folders-of-projections-import-lower-ones',
      'folders-of-projections-import-lower-ones',
      'follow-and-build-are-independent',
      'models-of-figures-import-no-drawing',
      'no-circular',
      'operator-imports-only-what-services-offer',
      'platform-imports-only-contracts',
      'production-imports-no-tests',
      'production-imports-no-tests',
      'projections-do-no-io',
      'services-are-independent',
    ])
  })
})
