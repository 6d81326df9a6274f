// @ts-check
// Installs and builds what is stale, while `.ci/run` fetches other things.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
