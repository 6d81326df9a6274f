// @ts-check
// The worker thread of `generators.ts`.
import { register } from 'tsx/esm/api'

register()
const { serveChunks } = await import('./generators.ts')
serveChunks()
