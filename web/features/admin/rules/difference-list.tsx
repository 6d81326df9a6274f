import { counted } from '../../../ui/count-text.ts'

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
