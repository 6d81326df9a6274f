import { getOperatedUploads, operationsShown } from '@stepledger/contracts/http/operations.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { CatalogueDeps, WaitingDeps } from '../deps.ts'
import { issuedUploads, type Upload, waitingUploads } from './uploads.ts'

/** Serves to operators the uploads of all players in progress, and the packs with waiting charts. */
export function serveOperatedUploads(
  app: FastifyInstance,
  { database, players, waiting }: Pick<CatalogueDeps, 'database'> & Pick<WaitingDeps, 'players' | 'waiting'>,
): void {
  serve(app, getOperatedUploads, async () => {
    const [queued, issued, packs] = await Promise.all([
      waitingUploads(database),
      issuedUploads(database),
      waiting.waitingPacks(operationsShown.waitingPacks),
    ])
    const uploads = [...queued, ...issued].slice(0, operationsShown.uploads)
    const uploaders = await players.lookUp(uploads.flatMap(({ uploader }) => uploader ?? []))
    const aliasOf = (id: string | null) => (id === null ? null : (uploaders.get(id)?.alias ?? null))
    return {
      uploads: uploads.map((upload) => ({ ...shown(upload), uploader: aliasOf(upload.uploader) })),
      waiting: [...packs],
    }
  })
}

function shown({ id, name, size, state, createdAt, songsDone, songs }: Upload) {
  return {
    id,
    name,
    size,
    state,
    createdAt: new Date(createdAt).toISOString(),
    songsDone,
    songs,
  }
}
