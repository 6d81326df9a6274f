// @ts-check
// `npm run bench -- <args>`; see tests/bench.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
const { register } = await import('tsx/esm/api')
register()
await import(new URL('../tests/bench/main.ts', import.meta.url).href)
