import { createHash } from 'node:crypto'
import { errorStack } from '@stepledger/contracts/error-message.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { EventTooLargeError } from '@stepledger/contracts/events/event-type.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { chooseWithSongs } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { LeftOut } from '@stepledger/contracts/packs/processed-chart.ts'
import { mediaKey, uploadKey } from '@stepledger/contracts/storage-keys.ts'
import { backOff } from '../../platform/async/back-off.ts'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { PackError } from '../archive/pack-error.ts'
import type { CatalogueDeps } from '../deps.ts'
import { fetchZip, sweepZips } from '../fetch-zip.ts'
import type { MediaFile, SongContent } from '../read-pack/pack-part.ts'
import { continuePackIds, mayUpload, ownedByAnother, packFor, recordContent, songOf } from './pack-ids.ts'
import {
  moveUpload,
  saveProgress,
  type Upload,
  uploadById,
  uploadsChannel,
  waitingUploads,
} from './uploads.ts'

/** An upload that fails this often with errors that look transient is rejected. */
const maxTries = 5

const unprocessable = {
  reason: 'The pack could not be processed.',
  advice: 'Upload it again later, or ask an administrator to look into the log.',
}

/**
 * Processes waiting uploads one at a time, in one process at a time. `stop` interrupts the current one; the next start
 * resumes it.
 */
export async function processUploads(
  deps: CatalogueDeps & { awaitFold(position: Position): Promise<unknown> },
): Promise<BackgroundWorker> {
  const { database, ledger, log, now } = deps
  const tries = new Map<string, number>()

  async function process(upload: Upload, signal: AbortSignal): Promise<void> {
    try {
      await processUpload(deps, upload, signal)
      tries.delete(upload.id)
    } catch (error) {
      if (signal.aborted) return
      const failed = (tries.get(upload.id) ?? 0) + 1
      tries.set(upload.id, failed)
      log.warn(`pack upload ${upload.id}: ${errorStack(error)}`)
      if (failed >= maxTries) {
        tries.delete(upload.id)
        await moveUpload(deps, upload.id, ['waiting', 'processing'], 'rejected', now(), {
          result: unprocessable,
        })
      } else await backOff(failed, signal)
    }
  }

  async function processNext(signal: AbortSignal): Promise<number> {
    const [next] = await waitingUploads(database)
    if (!next) return Number.POSITIVE_INFINITY
    await process(next, signal)
    return 0
  }

  const keepChecked = await continuePackIds(database, ledger)
  await sweepZips().catch((error: unknown) => log.warn(`temporary files of packs: ${String(error)}`))
  return startBackgroundWorker({
    database,
    log,
    lock: advisoryLocks.catalogue,
    wokenBy: uploadsChannel,
    works: [
      { about: 'pack uploads', work: processNext },
      { about: 'offsets of known packs', work: keepChecked },
    ],
  })
}

interface ProcessingDeps extends Omit<CatalogueDeps, 'database' | 'log'> {
  readonly database: Pick<Database, 'pool'>
  /** Waits for the fold, so that the pack has its page when its upload is ready. Resolves also after a timeout. */
  awaitFold(position: Position): Promise<unknown>
}

class CancelledError extends Error {}

/**
 * Appends the events of an upload: of the pack and of each new or changed song. Idempotent: a retry skips songs whose
 * content hash is already recorded. Rejects invalid packs with a reason; rethrows other errors, for a retry. `signal`
 * stops after the current song and leaves the upload in progress.
 */
async function processUpload(deps: ProcessingDeps, upload: Upload, signal: AbortSignal): Promise<void> {
  const { database, ledger, storage, now } = deps
  const pack = await packFor(database, upload.name, upload.uploader)
  // Two uploaders may have requested URLs for the same new name.
  if (!mayUpload(pack, upload.uploader)) {
    await moveUpload(deps, upload.id, ['waiting', 'processing'], 'rejected', now(), {
      result: ownedByAnother,
    })
    await storage.delete(uploadKey(upload.id))
    return
  }
  const packId = pack.id
  if (!(await moveUpload(deps, upload.id, ['waiting', 'processing'], 'processing', now(), { packId }))) return
  const append = (event: AnyEvent) =>
    ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })
  const head = (what: string) => ({ id: `${upload.id}-${what}`, v: 1, at: now(), key: String(packId) })
  try {
    const { position, ...result } = await readAndAppend(deps, upload, packId, append, head, signal)
    await deps.awaitFold(position)
    await moveUpload(deps, upload.id, ['processing'], 'ready', now(), { packId, result })
  } catch (error) {
    if (error instanceof PackError) {
      const { reason, advice, leftOut } = error
      const data = { packId, uploadId: upload.id, reason, advice }
      await append({ ...head('rejected'), type: 'PackRejected', data })
      await moveUpload(deps, upload.id, ['processing'], 'rejected', now(), {
        result: { reason, advice, leftOut: [...leftOut] },
      })
    } else if (!(error instanceof CancelledError)) throw error
  }
  await storage.delete(uploadKey(upload.id))
}

async function readAndAppend(
  deps: ProcessingDeps,
  upload: Upload,
  packId: number,
  append: (event: AnyEvent) => Promise<Position>,
  head: (what: string) => Omit<AnyEvent, 'type' | 'data'>,
  signal: AbortSignal,
) {
  const { database, storage, readPack } = deps
  const uploadId = upload.id
  await using zip = await fetchZip(storage, uploadKey(uploadId))
  const { sha256, size } = zip
  await append({
    ...head('uploaded'),
    type: 'PackUploaded',
    data: { packId, uploadId, name: upload.name, uploader: upload.uploader, sha256, size },
  })
  const songIds: number[] = []
  const leftOut: LeftOut[] = []
  let banner: Picture | null = null
  let songs = 0
  let read = 0
  let charts = 0

  const take = async (song: SongContent): Promise<void> => {
    const known = await songOf(database, packId, song.folder)
    const content = createHash('sha256').update(JSON.stringify(song)).digest()
    if (!known.content?.equals(content)) {
      await append({
        ...head(`song-${known.id}`),
        type: 'SongProcessed',
        data: { packId, uploadId, songId: known.id, ...song },
      })
      await recordContent(database, known.id, content)
    }
    songIds.push(known.id)
    charts += song.charts.length
    leftOut.push(...song.leftOut.map(({ name, reason }) => ({ name: `${song.folder}/${name}`, reason })))
  }

  for await (const part of readPack(zip.path, signal)) {
    signal.throwIfAborted()
    if ((await uploadById(database, uploadId))?.state !== 'processing') throw new CancelledError()
    if (part.kind === 'opened') songs = part.songs
    if (part.kind === 'banner') banner = part.banner
    if (part.kind === 'song') {
      await storeMedia(storage, part.media)
      await take(part.song).catch((error: unknown) => {
        if (!(error instanceof EventTooLargeError)) throw error
        leftOut.push({ name: part.song.folder, reason: 'its charts are too large' })
      })
    } else {
      leftOut.push(...part.leftOut)
      if (part.kind === 'banner') await storeMedia(storage, part.media)
    }
    if (part.kind === 'song' || part.kind === 'skipped') read++
    await saveProgress(deps, uploadId, read, songs)
  }
  if (songIds.length === 0) throw new PackError(noSongsReason(leftOut), chooseWithSongs, leftOut)
  const position = await append({
    ...head('processed'),
    type: 'PackProcessed',
    data: { packId, uploadId, name: upload.name, banner, songIds, leftOut },
  })
  return { songs: songIds.length, charts, leftOut, position }
}

function noSongsReason(leftOut: readonly LeftOut[]): string {
  const [first] = leftOut
  return first ? `No song can be read. ${first.name}: ${first.reason}.` : 'No song can be read.'
}

/** Stores files that are not stored yet. Names are content hashes, so existing files are skipped. */
async function storeMedia(storage: Storage, files: readonly MediaFile[]): Promise<void> {
  const keys = new Map(files.map((file) => [mediaKey(file.sha256, file.ending), file]))
  await Promise.all(
    [...keys].map(async ([key, { bytes }]) => {
      if (!(await storage.head(key)))
        await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    }),
  )
}
