// @ts-check
// `npm run check`: types, style, architecture; one line each, and what is wrong.
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'
import { runTool } from './run-tool.mjs'

await prepare(async () => {
  await ensureInstalled()
})

/** @type {[string, Parameters<typeof runTool>[0], string[]][]} */
const checks = [
  ['types of the services', 'tsc', ['-p', 'tsconfig.json', '--pretty']],
  ['types of the web app', 'tsc', ['-p', 'web/tsconfig.json', '--pretty']],
  ['types of the browser tests', 'tsc', ['-p', 'tests/browser/tsconfig.json', '--pretty']],
  ['format and lint', 'biome', ['check', '--colors=off', '.']],
  ['architecture', 'vitest', ['run', 'tests/architecture.test.ts', '--reporter=dot']],
]

let failed = 0
for (const [name, tool, args] of checks) {
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
process.exitCode = failed > 0 ? 1 : 0
