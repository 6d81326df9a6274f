import {
  getData,
  type PublishedData,
  type PublishedSeries,
  publishData,
  publishedData,
} from '@stepledger/contracts/http/data.ts'
import { findRunningDatabase } from '@stepledger/services/embedded-postgres/data-folder.ts'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { call } from '../system/client.ts'
import { runBuiltLedger } from '../system/ledger-process.ts'

export async function published(url: string): Promise<PublishedData> {
  return publishedData.parse((await call(`${url}${getData.path}`)).body)
}

/** Publishes the data of the server at `url` on this data folder; resolves to the new series once it is listed. */
export async function publish(dataDir: string, url: string): Promise<PublishedSeries> {
  const { code, err, out } = await runBuiltLedger(dataDir, ['data', 'publish', '--json'])
  // `err` has the progress of a slow publication.
  expect(code, err).toBe(0)
  const { series } = publishData.answer.shape.done.unwrap().parse(JSON.parse(out).done)
  // The server caches the list for a second.
  return vi.waitUntil(
    async () => {
      const [newest] = (await published(url)).series
      return newest?.id === series ? newest : null
    },
    { timeout: 30_000, interval: 100 },
  )
}

/** Takes the player with the most plays out of the published data. */
export async function removeMostActivePlayer(dataDir: string): Promise<void> {
  const database = new pg.Client({ connectionString: (await findRunningDatabase(dataDir)) ?? '' })
  await database.connect()
  await database.query(
    `update accounts.players set in_published_data = false where id = (select player from g1.plays
       where withdrawn_at is null and autoplay is not true group by player order by count(*) desc limit 1)`,
  )
  await database.end()
}
