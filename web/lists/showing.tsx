import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import { countText } from '../ui/count-text.ts'

interface Props {
  readonly answer: { readonly data: readonly unknown[]; readonly meta: PageMeta } | undefined
  /** "packs" */
  readonly what: string
}

/** "Showing 25 of 143 packs". Reserves its line while loading. */
export function Showing({ answer, what }: Props) {
  return (
    <span className="mute min-h-[1.125rem] text-sm md:ml-auto" role="status">
      {answer && `Showing ${countText(answer.data.length)} of ${countText(answer.meta.total)} ${what}`}
    </span>
  )
}
