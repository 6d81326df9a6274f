import { type Series, series } from '@stepledger/contracts/analysis/series.ts'
import type pg from 'pg'
import { z } from 'zod'

/** A series that can be fetched. `departures`: how often somebody had left the published data when it was made. */
export interface OfferedSeries {
  readonly series: Series
  readonly departures: number
}

type Db = Pick<pg.ClientBase, 'query'>

const rows = z.array(z.object({ departures: z.number(), contents: series }))

/** The series that are offered, the newest first. */
export async function readOffered(db: Db): Promise<readonly OfferedSeries[]> {
  const { rows: found } = await db.query(
    'SELECT departures, contents FROM analysis.series ORDER BY made_at DESC, id',
  )
  return rows.parse(found).map(({ departures, contents }) => ({ departures, series: contents }))
}

/** Offers one more. */
export async function offer(db: Db, { series, departures }: OfferedSeries): Promise<void> {
  await db.query('INSERT INTO analysis.series (id, made_at, departures, contents) VALUES ($1, $2, $3, $4)', [
    series.id,
    series.madeAt,
    departures,
    JSON.stringify(series),
  ])
}

/** Offers these no more. */
export async function withdraw(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM analysis.series WHERE id = ANY ($1)', [ids])
}

const counted = z.tuple([z.object({ departures: z.number() })])

/** How often somebody has left the published data, by choice or with the account. */
export async function countDepartures(db: Db): Promise<number> {
  return counted.parse((await db.query('SELECT departures FROM accounts.published_data')).rows)[0].departures
}

/** Where a file of a series is kept in the storage. */
export const storagePrefix = 'analysis/'

export function storageKeyOf(path: string): string {
  return storagePrefix + path
}

/** The keys of all files of these series. */
export function keysOf(offered: readonly Series[]): Set<string> {
  return new Set(offered.flatMap(({ files }) => files.map(({ path }) => storageKeyOf(path))))
}
