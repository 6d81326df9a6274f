import { listCharts } from '@stepledger/contracts/http/charts.ts'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { vi } from 'vitest'
import { appendPacks, type SmallPack } from '../generators/append-packs.ts'
import { call } from '../system/client.ts'
import { patience } from './eventually.ts'
import type { Site } from './site.ts'

/** Appends packs to the ledger of a site without packs, and waits until they are listed. */
export async function addPacks(site: Site, packs: readonly SmallPack[]): Promise<void> {
  const ledger = await postgresLedger({ database: site.database })
  await appendPacks(ledger, packs)
  await ledger.close()
  const charts = new Set(
    packs.flatMap(({ songs }) => songs.flatMap((song) => song.charts.map((c) => c.hash))),
  )
  const counted = async (list: 'packs' | 'charts') => {
    const { body } = await call(`${site.url}/api/${list}?limit=1`)
    return (list === 'packs' ? listPacks : listCharts).answer.parse(body).meta.total
  }
  await vi.waitUntil(
    async () => (await counted('packs')) === packs.length && (await counted('charts')) === charts.size,
    { timeout: patience },
  )
}
