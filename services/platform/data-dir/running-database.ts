import { connectionUrl, readConnection } from '../database/embedded/connection-file.ts'
import { findHolderAt } from './holder.ts'
import { readServerFile } from './server-file.ts'

/**
 * The address of the embedded database of `dataDir` while a server runs on it, else null: then start one yourself
 * (startEmbeddedPostgres), hold the folder meanwhile, and stop it after.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const connection = await readConnection(dataDir)
  if (connection === null) return null
  const url = connectionUrl(connection)
  // Nobody there is known at once; the long wait is for one that is very busy.
  const holder = await findHolderAt(url, 10_000).catch(() => null)
  if (holder === null) return null
  const file = await readServerFile(dataDir)
  return file?.pid === holder.pid && file.url !== null ? url : null
}
