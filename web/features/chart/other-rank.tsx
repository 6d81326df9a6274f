import { countText } from '../../ui/count-text.ts'

interface Props {
  /** Also the head of the column, where the word is left to screen readers. */
  readonly word: 'now' | 'global'
  /** Null: none. */
  readonly rank: number | null
}

/** "now #12": another rank of a row, beside the one that it is listed by. */
export function OtherRank({ word, rank }: Props) {
  return (
    <span className="whitespace-nowrap">
      <span className="@min-[58rem]/panel:sr-only">{word} </span>
      {rank === null ? '–' : `#${countText(rank)}`}
    </span>
  )
}
