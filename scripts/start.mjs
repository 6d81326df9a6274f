// @ts-check
// `npm start`: installs and builds what is stale, then becomes the server: the same process, so that signals reach it.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
process.setSourceMapsEnabled(true)
await import(new URL('../dist/main.js', import.meta.url).href)
