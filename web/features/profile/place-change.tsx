import { counted, countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** Null where the best was failed. */
  readonly rank: number | null
  /** The place seven days ago; null without one. */
  readonly before: number | null
}

/** A place, and by how much it moved within seven days. */
export function PlaceChange({ rank, before }: Props) {
  if (rank === null) return <span className="mute">-</span>
  const places = before === null ? 0 : before - rank
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="font-semibold">#{countText(rank)}</span>
      {places !== 0 && (
        <span className="mute inline-flex items-center text-xs" title={titleOf(places)}>
          <Icon name="up" className={`size-3 ${places < 0 ? 'rotate-180' : ''}`} />
          <span aria-hidden="true">{Math.abs(places)}</span>
          <span className="sr-only">{titleOf(places)}</span>
        </span>
      )}
    </span>
  )
}

function titleOf(places: number): string {
  return `${places > 0 ? 'Up' : 'Down'} ${counted(Math.abs(places), 'place')} in seven days`
}
