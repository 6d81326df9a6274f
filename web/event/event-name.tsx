import { Wordmark } from '../ui/wordmark.tsx'

interface Props {
  readonly name: string
  /** Any CSS length. */
  readonly size: string
}

/**
 * An event's name on its poster: Blue Shift as its wordmark, with what is said after it beside; any other in large
 * letters.
 */
export function EventName({ name, size }: Props) {
  const [, rest] = /^blue shift\b\s*(.*)$/i.exec(name) ?? []
  if (rest === undefined)
    return (
      <span className="font-extrabold font-stretch-expanded leading-none" style={{ fontSize: size }}>
        {name}
      </span>
    )
  const said = rest.replace(/^\((.*)\)$/, '$1')
  return (
    <>
      <Wordmark size={size} />
      {said !== '' && <span className="ev-2 pb-px text-sm font-semibold">{said}</span>}
    </>
  )
}
