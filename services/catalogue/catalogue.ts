import { uploadIdOf, uploadPrefix } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { serveUploads } from '../platform/storage/serve-uploads.ts'
import type { CatalogueDeps, OperatorDeps } from './deps.ts'
import { serveOperatedPacks } from './operated-packs.ts'
import { detectArrivals } from './uploads/detect-arrivals.ts'
import { serveOperatedUploads, servePackUploads } from './uploads/pack-uploads.ts'
import { processUploads } from './uploads/process-uploads.ts'
import { uploadById } from './uploads/uploads.ts'
import { foldTimeoutMs, serveWaitingCharts } from './waiting-charts.ts'

/** Registers the routes of packs: upload URLs, the uploads themselves when the storage is a folder, and processing. */
export async function catalogue(app: FastifyInstance, deps: CatalogueDeps & OperatorDeps): Promise<void> {
  const { database, storage, waiting } = deps
  servePackUploads(app, deps)
  serveWaitingCharts(app, deps)
  serveOperatedUploads(app, deps)
  serveOperatedPacks(app, deps)
  const arrivals = detectArrivals(deps)
  serveUploads(app, storage, {
    prefix: uploadPrefix,
    async isAwaited(key) {
      const id = uploadIdOf(key)
      return id !== null && (await uploadById(database, id))?.state === 'issued'
    },
    onReceived: arrivals.poll,
  })
  const processing = await processUploads({
    ...deps,
    awaitFold: (position) => waiting.reached(position, foldTimeoutMs),
  })
  app.addHook('onClose', async () => {
    await arrivals.stop()
    await processing.stop()
  })
}
