import { readPack } from './catalogue/read-pack/read-pack.ts'
import { processUploads } from './catalogue/uploads/process-uploads.ts'
import type { Engine } from './platform/engine.ts'
import type { Log } from './platform/log/log.ts'
import type { Storage } from './platform/storage/storage.ts'

/** Runs `work` while this process processes packs, for commands that run without a server. */
export async function processPacksInProcess<T>(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'> & { readonly storage: Storage },
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const processing = await processUploads({
    ...engine,
    readPack,
    log,
    now: Date.now,
    awaitFold: async () => {},
  })
  try {
    return await work()
  } finally {
    await processing.stop()
  }
}
