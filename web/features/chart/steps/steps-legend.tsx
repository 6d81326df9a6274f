import type { CSSProperties } from 'react'
import { partProperties } from './draw/palette.ts'
import { type BeatPart, beatParts } from './model/beat-part.ts'
import type { Lane } from './model/lanes.ts'

/** The colours of the note quantisations that the chart uses. */
export function StepsLegend({ lanes }: { lanes: readonly Lane[] }) {
  const used = new Set(lanes.flatMap(({ notes }) => notes.map(({ part }) => part)))
  return (
    <ul
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs"
      aria-label="Colours"
    >
      {beatParts
        .filter((part) => used.has(part))
        .map((part) => (
          <li key={part} className="inline-flex items-center gap-1.5">
            <i className="size-2.5" style={colourOf(part)} />
            {part}
          </li>
        ))}
    </ul>
  )
}

function colourOf(part: BeatPart): CSSProperties {
  return { background: `var(${partProperties[part]})` }
}
