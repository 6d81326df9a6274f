import { listCharts } from '@stepledger/contracts/http/chart-list.ts'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import { autocompleteUsers, minAliasSearch } from '@stepledger/contracts/http/players.ts'
import { useRead } from '../../../api/use-call.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type Found, foundOf } from './found.ts'

/** Results of each kind. */
const limit = 5

interface SiteSearch {
  /** Null without a text and while loading. */
  readonly found: readonly Found[] | null
  readonly error: Error | null
}

/** Charts, players and packs for a text. */
export function useSiteSearch(typed: string): SiteSearch {
  const text = typed.trim()
  const search = useDebounced(text)
  const enabled = search !== ''
  const charts = useRead(listCharts, { query: { search, limit } }, { enabled })
  const packs = useRead(listPacks, { query: { search, limit } }, { enabled })
  const seeksPlayers = enabled && search.length >= minAliasSearch && search.length <= 50
  const players = useRead(autocompleteUsers, { query: { query: search } }, { enabled: seeksPlayers })
  const settled = enabled && search === text
  const error = settled ? (charts.error ?? packs.error ?? players.error) : null
  if (!settled || !charts.data || !packs.data || (seeksPlayers && !players.data))
    return { found: null, error }
  const users = seeksPlayers ? (players.data?.users.slice(0, limit) ?? []) : []
  return { found: foundOf({ search, charts: charts.data, packs: packs.data, users }), error: null }
}
