import { sum } from '@stepledger/contracts/sum.ts'
import { z } from 'zod'
import { counted, sizeText } from '../format-text.ts'
import { storedFile } from './files/file-store.ts'

const offsets = z.array(z.int().min(0))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The events of a partition from offset `from` until before `to`. */
export const segment = z.object({
  topic: z.enum(['events', 'rules']),
  partition: z.int().min(0),
  from: z.int().min(0),
  to: z.int().min(1),
  /** SHA-256 of the last event, hex: distinguishes this ledger from another continuation of it. */
  last: sha256,
  file: storedFile,
})
export type Segment = z.infer<typeof segment>

export const storedObject = z.object({
  key: z.string(),
  size: z.int().min(0),
  /** ms since 1970. */
  modifiedAt: z.number(),
  file: storedFile,
})
export type StoredObject = z.infer<typeof storedObject>

/** Rows of a table in the text format of COPY, compressed with gzip, ordered by primary key. */
export const copiedTable = z.object({
  /** With schema. */
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  chunks: z.array(storedFile),
})
export type CopiedTable = z.infer<typeof copiedTable>

const copiedSequence = z.object({ name: z.string(), last: z.int(), isCalled: z.boolean() })
export type CopiedSequence = z.infer<typeof copiedSequence>

/** The tables, all in one snapshot. */
const copiedTables = z.object({
  /** Applied migrations by the name of their tables, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Parents before the tables that refer to them. */
  tables: z.array(copiedTable),
  /** As of after the snapshot, so that each is at least as high as the ids in the tables. */
  sequences: z.array(copiedSequence),
})
export type CopiedTables = z.infer<typeof copiedTables>

/** A complete backup. It names all its files; those of earlier backups are shared. */
export const manifest = z.object({
  version: z.literal(1),
  /** ms since 1970. `at`: of the snapshot of the tables. */
  startedAt: z.int(),
  at: z.int(),
  finishedAt: z.int(),
  ledgerId: z.uuid(),
  /** The generation that was live; null before the first. Its rules stay in force, also after a rollback. */
  liveGeneration: z.int().nullable(),
  ends: z.object({ events: offsets, rules: offsets }),
  /**
   * Ends of `events` before the snapshot of the tables. Later events may be unknown to the tables, never the other way
   * round.
   */
  knownToTables: offsets,
  segments: z.array(segment),
  tables: copiedTables,
  objects: z.array(storedObject),
})
export type Manifest = z.infer<typeof manifest>

/** The name of a backup, for `ledger restore --at`. `at`: ms since 1970. */
export function backupName({ at }: Pick<Manifest, 'at'>): string {
  return new Date(at).toISOString().replace(/[-:.]/g, '')
}

export function filesOf({ segments, tables, objects }: Manifest) {
  return [
    ...segments.map(({ file }) => file),
    ...tables.tables.flatMap(({ chunks }) => chunks),
    ...objects.map(({ file }) => file),
  ]
}

export function summary(manifest: Manifest) {
  const { ledgerId, tables, ends, objects } = manifest
  const sizes = new Map(filesOf(manifest).map(({ name, bytes }) => [name, bytes]))
  return {
    ledgerId,
    events: sum(ends.events),
    rulesEvents: sum(ends.rules),
    tables: tables.tables.length,
    rows: sum(tables.tables.map(({ rows }) => rows)),
    files: objects.length,
    bytes: sum([...sizes.values()]),
  }
}

/** What a backup contains, in the same words for every command. */
export function contentsText({
  events,
  rulesEvents,
  rows,
  tables,
  files,
  bytes,
}: ReturnType<typeof summary>): string {
  return [
    `${counted(events, 'event')} and ${rulesEvents} of the topic rules`,
    `${counted(rows, 'row')} of ${counted(tables, 'table')}`,
    counted(files, 'file'),
    sizeText(bytes),
  ].join(', ')
}
