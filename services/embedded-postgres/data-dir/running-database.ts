import { hasNoAnswer } from '../../platform/database/transient-errors.ts'
import { DatabaseHangsError, hangText } from '../../platform/database/watchdog.ts'
import { connectionUrl, readConnection } from '../connection-file.ts'
import { findHolderAt } from './holder.ts'
import { readServerFile } from './server-file.ts'

/**
 * Returns the connection string of the embedded database of `dataDir` while a server uses it, else null: then the caller
 * starts one (startEmbeddedPostgres), holds the folder meanwhile, and stops it afterwards. Throws DatabaseHangsError if
 * it does not answer within `withinMs`, by default long enough for an overloaded one.
 */
export async function findRunningDatabase(dataDir: string, withinMs = 10_000): Promise<string | null> {
  const connection = await readConnection(dataDir)
  if (connection === null) return null
  const url = connectionUrl(connection, dataDir)
  const holder = await findHolderAt(url, withinMs).catch((cause: unknown) => {
    if (!hasNoAnswer(cause)) return null
    throw new DatabaseHangsError(`The embedded Postgres in ${dataDir} ${hangText(withinMs)}`, { cause })
  })
  if (holder === null) return null
  const file = await readServerFile(dataDir)
  return file?.pid === holder.pid && file.url !== null ? url : null
}
