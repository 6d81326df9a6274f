import { hashOf } from '@stepledger/services/operator/dump/dump-folder.ts'
import { listTables } from '@stepledger/services/operator/dump/tables.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'

/** All rows of all tables that a dump has. Without how far they know the ledger, which a load brings up to date. */
export async function allRows({ pool }: Database): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const { name } of await listTables(pool)) {
    if (name.endsWith('.checked_offsets')) continue
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${name} t order by t::text`)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

/** All events with their positions, and hashes of their bytes. */
export async function allEvents(ledger: Ledger): Promise<string[]> {
  const events: string[] = []
  for (const topic of ['events', 'rules'] as const)
    for await (const batch of ledger.read(topic, []))
      for (const { partition, offset, bytes } of batch)
        events.push(`${topic} ${partition}:${offset} ${hashOf(bytes)}`)
  return events.sort()
}

/** All files of the storage, with hashes of their contents. */
export async function allFiles(storage: Storage): Promise<string[]> {
  const files: string[] = []
  for await (const { key } of storage.list('')) {
    const chunks: Buffer[] = []
    for await (const chunk of (await storage.get(key))?.stream ?? []) chunks.push(chunk)
    files.push(`${key} ${hashOf(Buffer.concat(chunks))}`)
  }
  return files
}
