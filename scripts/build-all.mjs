// @ts-check
// Builds what is stale, and nothing else: for images.
import { ensureBuilt } from './build.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureBuilt()
})
