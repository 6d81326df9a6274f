// @ts-check
// `npm run check`: format, types, architecture; a line for each as it completes, and the problems.
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'
import { runTool } from './run-tool.mjs'

await prepare(async () => {
  await ensureInstalled()
})

/**
 * Type-checks a project incrementally.
 * @param {string} name
 * @param {string} config
 * @returns {Check}
 */
const types = (name, config) => [
  `types of the ${name}`,
  'tsc',
  [
    '-p',
    config,
    '--pretty',
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${name.replaceAll(' ', '-')}.tsbuildinfo`,
  ],
]

/** @typedef {[name: string, tool: Parameters<typeof runTool>[0], args: string[]]} Check */

/** The fast check first, then two lanes in parallel. @type {Check[][][]} */
const stages = [
  [[['format and lint', 'biome', ['check', '--colors=off', '.']]]],
  [
    [types('services', 'tsconfig.json'), types('browser tests', 'tests/browser/tsconfig.json')],
    [
      types('web app', 'web/tsconfig.json'),
      ['architecture', 'vitest', ['run', 'tests/architecture.test.ts', '--reporter=dot']],
    ],
  ],
]

let failed = 0

/** @param {Check} check */
async function run([name, tool, args]) {
  const started = performance.now()
  // The architecture test needs no database.
  const { code, output } = await runTool(tool, args, { show: false, env: { TEST_DATABASE_URL: 'none' } })
  if (code !== 0) {
    failed += 1
    process.stdout.write(`${output.trim()}\n`)
  }
  const took = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${took} s)\n`)
}

for (const lanes of stages)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const check of lane) await run(check)
    }),
  )
process.exitCode = failed > 0 ? 1 : 0
