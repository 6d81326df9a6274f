import { randomUUID } from 'node:crypto'
import { addPack, getOperatedUpload } from '@stepledger/contracts/http/operated-packs.ts'
import { getOperatedUploads, operationsShown } from '@stepledger/contracts/http/operations.ts'
import {
  cancelPackUpload,
  createPackUpload,
  listPackUploads,
  maxOpenUploads,
  packNameOf,
  uploadSeconds,
  uploadsShown,
} from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { uploadKey } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { conflict, type HttpError, invalidField, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveAction } from '../../platform/http/serve-action.ts'
import type { CatalogueDeps, OperatorDeps, WaitingReads } from '../deps.ts'
import { mayUpload, ownedByAnother, packNamed } from './pack-ids.ts'
import {
  addUploadIf,
  issuedUploads,
  moveUpload,
  openStates,
  type Upload,
  uploadById,
  uploadsOf,
  waitingUploads,
} from './uploads.ts'

/** Serves requesting an upload URL for a pack, the state of uploads, and cancelling one. */
export function servePackUploads(
  app: FastifyInstance,
  deps: CatalogueDeps & { readonly waiting: Pick<WaitingReads, 'waitingCounts'> },
): void {
  const { database, storage, now, waiting } = deps

  serve(app, createPackUpload, async ({ caller, body: { filename, size = null } }) => {
    const name = nameIn(filename)
    const pack = await packNamed(database, name)
    if (pack && !mayUpload(pack, caller.playerId)) throw conflict(ownedByAnother.reason, 'filename')
    const id = randomUUID()
    const createdAt = now()
    const { url, headers } = await storage.signPut(uploadKey(id), size, uploadSeconds)
    const upload = {
      id,
      uploader: caller.playerId,
      name,
      size,
      createdAt,
      until: createdAt + uploadSeconds * 1000,
    }
    await addUploadIf(deps, upload, (open) => {
      if (open.own >= maxOpenUploads.own)
        throw conflict(`${maxOpenUploads.own} of your packs are on their way; wait for one of them`)
      if (open.all >= maxOpenUploads.all) throw tooManyUploads()
    })
    const fresh = {
      ...upload,
      state: 'issued' as const,
      packId: null,
      songsDone: 0,
      songs: null,
      result: null,
    }
    return { uploadUrl: url, uploadKey: uploadKey(id), headers, upload: shownUpload(fresh, []) }
  })

  serve(app, listPackUploads, async ({ caller }) => {
    const uploads = await uploadsOf(database, caller.playerId, uploadsShown)
    const queue = uploads.some(({ state }) => state === 'waiting') ? await waitingUploads(database) : []
    const counts = await waiting.waitingCounts(uploads.flatMap(({ packId }) => packId ?? []))
    return { uploads: uploads.map((upload) => withWaiting(shownUpload(upload, queue), uploads, counts)) }
  })

  serve(app, cancelPackUpload, async ({ caller, params: { id } }) => {
    const upload = await uploadById(database, id)
    if (upload?.uploader !== caller.playerId) throw notFound('Upload not found')
    if (!(await moveUpload(deps, id, openStates, 'cancelled', now())))
      throw conflict('This pack is already being processed')
    await storage.delete(uploadKey(id))
    return shownUpload({ ...upload, state: 'cancelled' }, [])
  })
}

function tooManyUploads(): HttpError {
  return conflict('Too many uploads are in progress. Please try again later.')
}

function nameIn(filename: string): string {
  try {
    return packNameOf(filename)
  } catch (error) {
    if (error instanceof z.ZodError) throw invalidField('filename', error.issues[0]?.message ?? 'is no name')
    throw error
  }
}

/** Adds the number of waiting charts to the last accepted upload of each pack. */
function withWaiting(
  upload: PackUpload,
  uploads: readonly Upload[],
  counts: ReadonlyMap<number, number>,
): PackUpload {
  const { id, packId, state } = upload
  if (state !== 'ready' || packId === null) return upload
  const last = uploads.find((other) => other.packId === packId && other.state === 'ready')
  const waitingCharts = counts.get(packId) ?? 0
  return last?.id === id && waitingCharts > 0 ? { ...upload, waitingCharts } : upload
}

/** `queue`: the waiting uploads, in order of processing. */
function shownUpload(upload: Upload, queue: readonly Upload[]): PackUpload {
  const { id, name, state, createdAt, packId, songsDone, songs, result } = upload
  return {
    id,
    name,
    state,
    createdAt: new Date(createdAt).toISOString(),
    packId,
    songsDone,
    songs,
    ahead: Math.max(
      0,
      queue.findIndex((waiting) => waiting.id === id),
    ),
    result,
  }
}

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
