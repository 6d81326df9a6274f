// @ts-check
// `npm start`: installs and builds what is stale, then becomes the server in the same process, so that signals reach
// it.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

const signals = /** @type {const} */ (['SIGTERM', 'SIGINT'])
// An incomplete installation or build is repeated by the next start.
const end = () => process.exit(0)
for (const signal of signals) process.on(signal, end)
await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
process.setSourceMapsEnabled(true)
await import(new URL('../dist/main.js', import.meta.url).href)
// From here on the server handles them.
for (const signal of signals) process.off(signal, end)
