import type { PlayerTotals } from '@stepledger/contracts/http/player-home.ts'
import { countText } from '../../ui/count-text.ts'

/** What the player has played in all. */
export function TotalCells({ totals: { plays, charts, steps, seconds } }: { totals: PlayerTotals }) {
  const hours = seconds / 3600
  return (
    <dl className="cellgrid grid-cols-4 border-t border-line lg:grid-cols-2">
      <Cell name="Plays" value={countText(plays)} />
      <Cell name="Charts" value={countText(charts)} />
      <Cell name="Steps" {...shortNumber(steps)} />
      <Cell name="Hours" value={hours < 10 ? hours.toFixed(1) : countText(Math.round(hours))} />
    </dl>
  )
}

function Cell({ name, value, unit }: { name: string; value: string; unit?: string }) {
  return (
    <div className="max-lg:px-3!">
      <dt className="mute text-xs">{name}</dt>
      <dd className="truncate font-bold">
        {value}
        {unit && <span className="mute text-xs font-normal"> {unit}</span>}
      </dd>
    </div>
  )
}

/** Three digits and a unit from 100,000 on: 3.61 M. */
function shortNumber(value: number): { value: string; unit?: string } {
  if (value < 100_000) return { value: countText(value) }
  const [divisor, unit] = value < 1_000_000 ? ([1_000, 'k'] as const) : ([1_000_000, 'M'] as const)
  return { value: threeDigits(value / divisor), unit }
}

function threeDigits(value: number): string {
  return value.toLocaleString('en-US', {
    maximumSignificantDigits: value < 1_000 ? 3 : 21,
    maximumFractionDigits: 2,
  })
}
