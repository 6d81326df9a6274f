import type { StreamMessage } from '@stepledger/contracts/stream.ts'
import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { GenerationDb } from '../read-database.ts'
import { bigint, column, integer, key, type RowsOf, smallint, text } from '../table.ts'

export const packNewsTables = {
  /**
   * A change of a pack in the lists, with its time and ledger position. `event`: the id of the ledger event, which may be
   * in the ledger twice.
   */
  pack_news: {
    columns: {
      pack: bigint,
      event: key,
      partition: smallint,
      offset: bigint,
      at: bigint,
      change: column<StreamMessage<'pack'>['change']>('text'),
      name: text,
      songs: integer,
    },
    more: ['primary key (pack, event)'],
    key: ['pack', 'event'],
  },
} as const

export type PackNewsRow = RowsOf<typeof packNewsTables>['pack_news']

export function indexPackNews(schema: string): string {
  return `create index pack_news_by_time on ${schema}.pack_news (at)`
}

/** The state of a pack that decides whether lists change. */
interface Known {
  readonly id: number
  readonly name: string
  readonly listed: boolean
  readonly songs: number
}

/** Records changes of packs in the lists. Reads `packs`, so it runs before they are updated. */
export async function writePackNews({ tx, schema }: TablesTx, events: readonly PackEvent[]): Promise<void> {
  const relevant = events.filter(
    ({ event }) => event.type !== 'PackUploaded' && event.type !== 'SongProcessed',
  )
  if (relevant.length === 0) return
  const { rows } = await tx.query<Known>({
    text: `select id, name, listed, songs from ${schema}.packs where id = any($1::bigint[])`,
    values: [[...new Set(relevant.map(({ event }) => event.data.packId))]],
  })
  const packs = new Map(rows.map((row) => [row.id, row]))
  const news: PackNewsRow[] = []
  for (const { event, partition, offset } of relevant) {
    const id = event.data.packId
    const before = packs.get(id) ?? { id, name: '', listed: false, songs: 0 }
    const after = knownAfter(before, event)
    packs.set(id, after)
    const change = changeOf(before, event)
    if (change)
      news.push({
        pack: id,
        event: event.id,
        partition,
        offset,
        at: event.at,
        change,
        name: after.name,
        songs: after.songs,
      })
  }
  if (news.length === 0) return
  await tx.query({
    text: `
      insert into ${schema}.pack_news
      select pack, event, partition, "offset", at, change, name, songs
      from jsonb_to_recordset($1::jsonb) as x(pack bigint, event text, partition smallint, "offset" bigint, at bigint, change text, name text, songs integer)
      on conflict do nothing`,
    values: [JSON.stringify(news)],
  })
}

function knownAfter(before: Known, event: PackEvent['event']): Known {
  switch (event.type) {
    case 'PackProcessed':
      return { ...before, name: event.data.name, songs: event.data.songIds.length, listed: true }
    case 'PackRenamed':
      return { ...before, name: event.data.name }
    case 'PackRemoved':
      return { ...before, listed: false }
    default:
      return before
  }
}

/** Returns the visible change; null for none. */
function changeOf({ listed }: Known, { type }: PackEvent['event']): PackNewsRow['change'] | null {
  if (type === 'PackProcessed') return listed ? 'updated' : 'added'
  if (!listed) return null
  return type === 'PackRenamed' ? 'renamed' : 'removed'
}

/** Returns the changes of packs since a time (ms since 1970), in ledger order per partition. */
export async function latestPackNews(
  { db }: GenerationDb,
  since: number,
  limit: number,
): Promise<Omit<PackNewsRow, 'event'>[]> {
  const rows = await db
    .selectFrom('pack_news')
    .select(['pack', 'partition', 'offset', 'at', 'change', 'name', 'songs'])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.sort((a, b) => a.partition - b.partition || a.offset - b.offset)
}
