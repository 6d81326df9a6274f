// @ts-check
// `npm run check`: format, types, architecture; one line each as it ends, and what is wrong.
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'
import { runTool } from './run-tool.mjs'

await prepare(async () => {
  await ensureInstalled()
})

/**
 * Type-checks a project; files that did not change since the last check are not checked again.
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

/** First what takes two seconds; then two at a time. @type {Check[][][]} */
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
  // The rules of architecture need no database.
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
