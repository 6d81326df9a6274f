// @ts-check
// `npm run ledger -- <command>`: builds what is stale, then runs the operator's command, whose stdout and exit code are
// passed through.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt({ parts: ['server'] })
})
process.setSourceMapsEnabled(true)
await import(new URL('../dist/ledger.js', import.meta.url).href)
