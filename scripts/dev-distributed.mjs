// @ts-check
// `npm run dev:distributed`: Kafka, Redis, Postgres and S3 on this machine, each service in its own process, Caddy in
// front.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
const { register } = await import('tsx/esm/api')
register()
await import(new URL('distributed/dev.ts', import.meta.url).href)
