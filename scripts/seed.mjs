// @ts-check
// `npm run seed -- <options>`: fills a ledger with a made-up history; see scripts/seed.
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
})
const { register } = await import('tsx/esm/api')
register()
await import(new URL('./seed/main.ts', import.meta.url).href)
