// @ts-check
// Builds what is stale, for images.
import { ensureBuilt } from './build.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureBuilt()
})
