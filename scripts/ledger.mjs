// @ts-check
// `npm run ledger -- <command>`: the same for the operator's command. Stdout and the exit code are its own.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt({ parts: ['server'] })
})
process.setSourceMapsEnabled(true)
await import(new URL('../dist/ledger.js', import.meta.url).href)
