import { connectionUrl, readConnection } from '../connection-file.ts'
import { findHolderAt } from './holder.ts'
import { readServerFile } from './server-file.ts'

/**
 * Returns the connection string of the embedded database of `dataDir` while a server uses it, else null: then the caller
 * starts one (startEmbeddedPostgres), holds the folder meanwhile, and stops it afterwards.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const connection = await readConnection(dataDir)
  if (connection === null) return null
  const url = connectionUrl(connection, dataDir)
  // A refused connection fails at once; the long timeout is for an overloaded database.
  const holder = await findHolderAt(url, 10_000).catch(() => null)
  if (holder === null) return null
  const file = await readServerFile(dataDir)
  return file?.pid === holder.pid && file.url !== null ? url : null
}
