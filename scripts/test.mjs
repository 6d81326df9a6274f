// @ts-check
// `npm test -- <vitest args>`: all tests. The last line is `N passed, N failed`, with `, N skipped` if there are any.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { makeMemoryFolder } from './memory-folder.mjs'
import { prepare } from './root.mjs'
import { runTool } from './run-tool.mjs'
import { countTests, summaryLine } from './test-summary.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})

const folder = await mkdtemp(join(tmpdir(), 'stepledger-report-'))
const report = join(folder, 'report.json')
const reporters = [
  '--reporter=default',
  '--reporter=./scripts/lane-reporter.ts',
  '--reporter=json',
  `--outputFile.json=${report}`,
]
const memory = process.env.TMPDIR ? null : await makeMemoryFolder()
const { code } = await runTool('vitest', ['run', ...reporters, ...process.argv.slice(2)], {
  show: true,
  env: memory === null ? {} : { TMPDIR: memory },
})
if (memory !== null) await rm(memory, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
const counts = countTests(await readFile(report, 'utf8').catch(() => ''), code)
await rm(folder, { recursive: true, force: true })

const mayNotSkip = process.env.CI === 'true'
process.exitCode = counts.failed > 0 || (mayNotSkip && counts.skipped > 0) ? 1 : 0
process.stdout.write(`${summaryLine(counts)}\n`)
