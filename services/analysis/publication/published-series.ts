import { type Series, series } from '@stepledger/contracts/analysis/series.ts'
import type pg from 'pg'
import { z } from 'zod'

type Db = Pick<pg.ClientBase, 'query'>

const rows = z.array(z.object({ contents: series }))

/** Returns the published series, newest first. */
export async function readPublishedSeries(db: Db): Promise<readonly Series[]> {
  const { rows: found } = await db.query('SELECT contents FROM analysis.series ORDER BY made_at DESC, id')
  return rows.parse(found).map(({ contents }) => contents)
}

const counted = z.tuple([z.object({ departures: z.string() })])

/** Returns the number of opt-outs and erasures until now. */
export async function countDepartures(db: Db): Promise<string> {
  return counted.parse((await db.query('SELECT departures::text FROM accounts.published_data')).rows)[0]
    .departures
}

const announced = z.array(z.object({ from: z.date() })).max(1)

/**
 * Returns the day before which no series of rows may be published, because players were told about them by mail then;
 * null on a site that never published anything else.
 */
export async function readRowsFrom(db: Db): Promise<Date | null> {
  const { rows } = await db.query('SELECT rows_from AS from FROM analysis.announcement')
  return announced.parse(rows)[0]?.from ?? null
}

export const storagePrefix = 'analysis/'

export function storageKeyOf(path: string): string {
  return storagePrefix + path
}
