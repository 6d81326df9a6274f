import type { ReactNode } from 'react'
import { counted } from './format.tsx'

/** An arrow that screen readers say as "then". */
export function Arrow() {
  return (
    <>
      <span aria-hidden="true">→</span>
      <span className="sr-only">then</span>
    </>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly about: string
  readonly before: string
  readonly after: string
}

export function MovedRow({ name, about, before, after }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-1.5 text-sm">
      <div className="min-w-0 grow">
        <p className="font-semibold">{name}</p>
        <p className="mute text-xs">{about}</p>
      </div>
      <span className="whitespace-nowrap tabular-nums">
        <span className="mute">{before}</span> <Arrow /> <b>{after}</b>
      </span>
    </li>
  )
}

const maxLines = 40

/** Differences of two documents, a line each; the first ones, if there are many. */
export function DifferenceList({ head, lines }: { head: string; lines: readonly string[] }) {
  const left = lines.length - maxLines
  return (
    <div className="text-sm">
      <p className="font-semibold">{head}</p>
      <ul>
        {lines.slice(0, maxLines).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mute">and {counted(left, 'more difference')}</p>}
    </div>
  )
}
