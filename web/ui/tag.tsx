import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const looks = {
  plain: 'border-(--line-2)',
  ok: 'border-(--own)/55 text-(--own)',
  bad: 'border-dashed border-(--rival)/55 text-(--rival)',
} as const

export function Tag({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 flex-none items-center gap-1 rounded-[2px] border px-1.5 text-2xs font-semibold whitespace-nowrap ${looks[look]}`}
    >
      {look === 'ok' && <Icon name="check" className="size-3" />}
      {look === 'bad' && <Icon name="warn" className="size-3" />}
      {children}
    </span>
  )
}
