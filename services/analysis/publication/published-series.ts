import { type Series, series } from '@stepledger/contracts/analysis/series.ts'
import type pg from 'pg'
import { z } from 'zod'

/** A published series. `optOuts`: the count of opt-outs and erasures from before its first read. */
export interface PublishedSeries {
  readonly series: Series
  readonly optOuts: number
}

type Db = Pick<pg.ClientBase, 'query'>

const rows = z.array(z.object({ optOuts: z.number(), contents: series }))

/** Returns the published series, newest first. */
export async function readPublishedSeries(db: Db): Promise<readonly PublishedSeries[]> {
  const { rows: found } = await db.query(
    'SELECT departures AS "optOuts", contents FROM analysis.series ORDER BY made_at DESC, id',
  )
  return rows.parse(found).map(({ optOuts, contents }) => ({ optOuts, series: contents }))
}

export async function insertSeries(db: Db, { series, optOuts }: PublishedSeries): Promise<void> {
  await db.query('INSERT INTO analysis.series (id, made_at, departures, contents) VALUES ($1, $2, $3, $4)', [
    series.id,
    series.madeAt,
    optOuts,
    JSON.stringify(series),
  ])
}

export async function deleteSeries(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM analysis.series WHERE id = ANY ($1)', [ids])
}

const counted = z.tuple([z.object({ optOuts: z.number() })])

/** Returns the number of opt-outs and erasures until now. */
export async function countOptOuts(db: Db): Promise<number> {
  return counted.parse(
    (await db.query('SELECT departures AS "optOuts" FROM accounts.published_data')).rows,
  )[0].optOuts
}

export const storagePrefix = 'analysis/'

export function storageKeyOf(path: string): string {
  return storagePrefix + path
}

export function storageKeysOf(published: readonly Series[]): Set<string> {
  return new Set(published.flatMap(({ files }) => files.map(({ path }) => storageKeyOf(path))))
}

const keyRows = z.tuple([z.object({ key: z.string().length(64) })])

/** Returns the secret key from which the noise of published numbers is derived, 64 hex digits. */
export async function readNoiseKey(db: Pick<pg.ClientBase, 'query'>): Promise<string> {
  return keyRows.parse((await db.query("SELECT encode(key, 'hex') AS key FROM analysis.noise")).rows)[0].key
}
