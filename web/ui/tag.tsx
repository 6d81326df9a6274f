import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const variants = {
  plain: 'border-(--line-2)',
  ok: 'border-(--own)/55 text-(--own)',
  bad: 'border-dashed border-(--rival)/55 text-(--rival)',
} as const

export function Tag({
  variant = 'plain',
  children,
}: {
  variant?: keyof typeof variants
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex h-5 flex-none items-center gap-1 rounded-[2px] border px-1.5 text-2xs font-semibold whitespace-nowrap ${variants[variant]}`}
    >
      {variant === 'ok' && <Icon name="check" className="size-3" />}
      {variant === 'bad' && <Icon name="warn" className="size-3" />}
      {children}
    </span>
  )
}

export function FilterTag({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <button type="button" className="inline-flex h-10 min-w-0 items-center md:h-6" onClick={onRemove}>
      <span className="inline-flex h-6 min-w-0 items-center gap-1 rounded-[2px] border border-(--line-2) px-1.5 text-xs font-semibold">
        <span className="sr-only">Remove filter</span>
        <span className="truncate">{children}</span>
        <Icon name="close" className="size-3 shrink-0" />
      </span>
    </button>
  )
}

/** Labels an unranked play with the reason; renders nothing for a ranked one. */
export function UnrankedTag({ play }: { play: RecentPlay }) {
  const word = unrankedWord(play)
  return word === null ? null : <Tag>{word}</Tag>
}

type RankedState = Pick<RecentPlay, 'eligible' | 'reasons' | 'rate'>

/** Why a play is unranked, as a short label; null when it is ranked, or failed, which its grade F shows. */
export function unrankedWord({ eligible, reasons, rate }: RankedState): string | null {
  if (eligible) return null
  if (reasons.includes('autoplay')) return 'Autoplay'
  const rounded = rate === null ? 1 : Math.round(rate * 100) / 100
  if (reasons.includes('rate') && rounded !== 1) return `${rounded}×`
  return reasons.every((reason) => reason === 'failed') ? null : 'Unranked'
}
