import { randomUUID } from 'node:crypto'
import { addPack, getOperatedUpload } from '@stepledger/contracts/http/operated-packs.ts'
import { getOperatedUploads, operationsShown } from '@stepledger/contracts/http/operations.ts'
import { maxOpenUploads, uploadSeconds } from '@stepledger/contracts/http/pack-uploads.ts'
import { uploadKey } from '@stepledger/contracts/storage/pack-upload-key.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveAction } from '../../platform/http/serve-action.ts'
import type { CatalogueDeps, OperatorDeps } from '../deps.ts'
import { shownUpload, tooManyUploads } from './pack-uploads.ts'
import { addUploadIf, issuedUploads, type Upload, uploadById, waitingUploads } from './uploads.ts'

/** Serves to operators the uploads of all players in progress, packs with waiting charts, and uploads of their own. */
export function serveOperatedUploads(app: FastifyInstance, deps: CatalogueDeps & OperatorDeps): void {
  const { database, storage, players, waiting, recordAction, now } = deps

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

  serveAction(app, addPack, {
    plan: () => ({}),
    async act({ input: { name, size }, by }) {
      const id = randomUUID()
      const createdAt = now()
      const { url, headers } = await storage.signPut(uploadKey(id), size, uploadSeconds)
      await recordAction({ what: 'Pack added', details: { pack: name } }, by)
      const until = createdAt + uploadSeconds * 1000
      await addUploadIf(deps, { id, uploader: null, name, size, createdAt, until }, ({ all }) => {
        if (all >= maxOpenUploads.all) throw tooManyUploads()
      })
      const { pathname, search } = new URL(url)
      // A command reaches this server by another address than the public one.
      return { upload: id, url: storage.receive ? pathname + search : url, headers: { ...headers } }
    },
  })

  serve(app, getOperatedUpload, async ({ params: { id } }) => {
    const upload = await uploadById(database, id)
    if (upload === null) throw notFound('Upload not found')
    return shownUpload(upload, upload.state === 'waiting' ? await waitingUploads(database) : [])
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
