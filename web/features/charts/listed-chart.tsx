import type { ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { PackLink } from '../../ui/pack-link.tsx'

/** The step artist, else the credit, else null. */
export function stepartistOf({ stepartist, credit }: ListedChart): string | null {
  return stepartist || credit || null
}

export function SongName({ chart }: { chart: ListedChart }) {
  return (
    <>
      {titleOrUnknown(chart.songName)}
      {chart.subtitle && <span className="mute font-normal"> {chart.subtitle}</span>}
    </>
  )
}

/** Maximum packs shown in a row. */
const maxShown = 2

export function PacksOfChart({ packs }: { packs: ListedChart['packs'] }) {
  if (packs.length === 0) return <span className="mute">-</span>
  const more = packs.length - maxShown
  return packs.slice(0, maxShown).map((pack, i) => (
    <div key={pack.id} className="flex min-w-0 gap-1.5">
      <PackLink pack={pack} className="min-w-0" />
      {i === maxShown - 1 && more > 0 && <span className="mute shrink-0">and {more} more</span>}
    </div>
  ))
}
