import type { ChartsPage, ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import type { PacksPage } from '@stepledger/contracts/http/packs.ts'
import type { FoundPlayer } from '@stepledger/contracts/http/players.ts'
import type { PackSummary } from '@stepledger/contracts/http/shapes/pack.ts'
import { countText } from '../../../ui/count-text.ts'

/** A result of the search. `all`: a list of everything that was found. */
export type Found = { readonly to: string; readonly group: string } & (
  | { readonly kind: 'chart'; readonly chart: ListedChart }
  | { readonly kind: 'player'; readonly player: FoundPlayer }
  | { readonly kind: 'pack'; readonly pack: PackSummary }
  | { readonly kind: 'all'; readonly text: string }
)

interface Answers {
  readonly search: string
  readonly charts: ChartsPage
  readonly packs: PacksPage
  readonly users: readonly FoundPlayer[]
}

/** The results in the order in which they are shown, each with the heading of its group. */
export function foundOf({ search, charts, packs, users }: Answers): Found[] {
  const all = (list: 'charts' | 'packs', group: string, { data, meta }: ChartsPage | PacksPage): Found[] =>
    meta.total <= data.length
      ? []
      : [
          {
            kind: 'all',
            group,
            to: `/${list}?${new URLSearchParams({ search })}`,
            text: `All ${countText(meta.total)} ${list}`,
          },
        ]
  return [
    ...charts.data.map(
      (chart): Found => ({
        kind: 'chart',
        group: 'Charts',
        to: `/chart/${chart.hash}`,
        chart,
      }),
    ),
    ...all('charts', 'Charts', charts),
    ...users.map(
      (player): Found => ({
        kind: 'player',
        group: 'Players',
        to: `/user/${player.userId}`,
        player,
      }),
    ),
    ...packs.data.map((pack): Found => ({ kind: 'pack', group: 'Packs', to: `/pack/${pack.id}`, pack })),
    ...all('packs', 'Packs', packs),
  ]
}
