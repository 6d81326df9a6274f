import type { ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { PackLink } from '../../ui/pack-link.tsx'

/** Who made the steps, as far as anybody says. */
export function stepartistOf({ stepartist, credit }: ListedChart): string {
  return stepartist || credit || '-'
}

/** The song of a chart, with its subtitle. */
export function SongName({ chart }: { chart: ListedChart }) {
  return (
    <>
      {titleOrUnknown(chart.songName)}
      {chart.subtitle && <span className="mute font-normal"> {chart.subtitle}</span>}
    </>
  )
}

/** Packs that a row has room for. */
const shown = 2

/** The packs that hold a chart, a line each. */
export function PacksOfChart({ packs }: { packs: ListedChart['packs'] }) {
  if (packs.length === 0) return <span className="mute">-</span>
  const more = packs.length - shown
  return packs.slice(0, shown).map((pack, i) => (
    <div key={pack.id} className="flex min-w-0 gap-1.5">
      <PackLink pack={pack} className="min-w-0" />
      {i === shown - 1 && more > 0 && <span className="mute shrink-0">and {more} more</span>}
    </div>
  ))
}
