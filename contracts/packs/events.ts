import { z } from 'zod'
import { bytes } from '../events/bytes.ts'
import { type EventOf, eventType } from '../events/event-type.ts'
import { chartHash, numericId, playerId } from '../ids.ts'
import { picture } from './picture.ts'
import { leftOut, processedChart } from './processed-chart.ts'

/**
 * The zip of a pack was uploaded. The key is the pack's id, as for all pack events; another upload of the pack keeps
 * its id.
 */
export const packUploaded = eventType({
  type: 'PackUploaded',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    name: z.string(),
    /** Null: an operator, by command. */
    uploader: playerId.nullable(),
    /** SHA-256 of the zip. */
    sha256: bytes,
    size: z.int().min(0),
  }),
})
export type PackUploaded = EventOf<typeof packUploaded>

/** A song of a pack was processed: new or changed. The key is the pack's id. */
export const songProcessed = eventType({
  type: 'SongProcessed',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    songId: numericId,
    /** Its folder in the pack, as spelled there. */
    folder: z.string(),
    title: z.string(),
    subtitle: z.string(),
    artist: z.string(),
    titleTranslit: z.string(),
    subtitleTranslit: z.string(),
    artistTranslit: z.string(),
    genre: z.string(),
    credit: z.string(),
    banner: picture.nullable(),
    background: picture.nullable(),
    jacket: picture.nullable(),
    charts: z.array(processedChart),
    /** Charts and pictures of it that could not be read. */
    leftOut: z.array(leftOut),
  }),
})
export type SongProcessed = EventOf<typeof songProcessed>

/** All songs of an upload were processed: the pack consists of exactly these. The key is the pack's id. */
export const packProcessed = eventType({
  type: 'PackProcessed',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    name: z.string(),
    banner: picture.nullable(),
    songIds: z.array(numericId),
    /** Songs and pictures that could not be read. */
    leftOut: z.array(leftOut),
  }),
})
export type PackProcessed = EventOf<typeof packProcessed>

/** An upload was rejected as a whole. The key is the pack's id. */
export const packRejected = eventType({
  type: 'PackRejected',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId, uploadId: z.uuid(), reason: z.string(), advice: z.string() }),
})

/** An operator renamed a pack. The key is the pack's id. */
export const packRenamed = eventType({
  type: 'PackRenamed',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId, name: z.string() }),
})
export type PackRenamed = EventOf<typeof packRenamed>

/** An operator removed a pack from the lists; its sources for charts no longer count. The key is the pack's id. */
export const packRemoved = eventType({
  type: 'PackRemoved',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId }),
})
export type PackRemoved = EventOf<typeof packRemoved>

/** A pack was passed on. The key is the pack's id. */
export const packOwnerChanged = eventType({
  type: 'PackOwnerChanged',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    /** The player who may upload it again; null: operators only. */
    owner: playerId.nullable(),
  }),
})

/** Sources of a pack for charts that were known before were accepted or refused. The key is the pack's id. */
export const chartSourcesDecided = eventType({
  type: 'ChartSourcesDecided',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    accepted: z.boolean(),
    /** The deciding player; null: an operator, by command. */
    by: playerId.nullable(),
    sources: z.array(
      z.object({
        songId: numericId,
        hash: chartHash,
        /**
         * Digest of the decided content (projections/catalogue/sources/source-content.ts); a later version needs
         * another decision.
         */
        content: z.string().regex(/^[0-9a-f]{32}$/),
      }),
    ),
  }),
})
export type ChartSourcesDecided = EventOf<typeof chartSourcesDecided>
