import { Wordmark } from '../../ui/wordmark.tsx'

interface Props {
  readonly name: string
  /** Any CSS length. */
  readonly size: string
}

/** A competition's name on its poster: Blue Shift as its wordmark with the suffix beside it, any other as large text. */
export function CompetitionName({ name, size }: Props) {
  const [, rest] = /^blue shift\b\s*(.*)$/i.exec(name) ?? []
  if (rest === undefined)
    return (
      <span
        className="min-w-0 font-extrabold font-stretch-expanded leading-none wrap-anywhere"
        style={{ fontSize: size }}
      >
        {name}
      </span>
    )
  const suffix = rest.replace(/^\((.*)\)$/, '$1')
  return (
    <>
      <Wordmark size={size} />
      {suffix !== '' && <span className="ev-2 pb-px text-sm font-semibold">{suffix}</span>}
    </>
  )
}
