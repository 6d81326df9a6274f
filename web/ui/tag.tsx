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
