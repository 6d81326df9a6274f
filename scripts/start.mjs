// @ts-check
// `npm start`: installs and builds what is stale, then becomes the server: the same process, so that signals reach it.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

const signals = /** @type {const} */ (['SIGTERM', 'SIGINT'])
// What is half installed or built is done again by the next start.
const end = () => process.exit(0)
for (const signal of signals) process.on(signal, end)
await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
process.setSourceMapsEnabled(true)
await import(new URL('../dist/main.js', import.meta.url).href)
// By now the server hears them.
for (const signal of signals) process.off(signal, end)
