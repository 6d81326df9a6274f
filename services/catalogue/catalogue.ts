import type { FastifyInstance } from 'fastify'
import { uploadPrefix } from '../platform/packs/uploads.ts'
import { serveUploads } from '../platform/storage/serve-uploads.ts'
import { noticeArrivals } from './arrivals.ts'
import type { CatalogueDeps } from './deps.ts'
import { servePackUploads } from './pack-uploads.ts'
import { processUploads } from './process-uploads.ts'

/**
 * Takes packs: addresses for their zips, the zips themselves where they are sent to this server, and what is made of
 * them.
 */
export async function catalogue(app: FastifyInstance, deps: CatalogueDeps): Promise<void> {
  const { storage } = deps
  servePackUploads(app, deps)
  const arrivals = noticeArrivals(deps)
  serveUploads(app, storage, { prefix: uploadPrefix, onReceived: arrivals.look })
  const processing = await processUploads(deps)
  app.addHook('onClose', async () => {
    await arrivals.stop()
    await processing.stop()
  })
}
