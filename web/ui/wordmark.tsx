import type { CSSProperties } from 'react'

const letters = [
  ['B', 125],
  ['L', 118],
  ['U', 111],
  ['E', 104],
  ['', 100],
  ['S', 94],
  ['H', 86],
  ['I', 78],
  ['F', 70],
  ['T', 62],
] as const

/** The Blue Shift wordmark: its letters get narrower to the right. `size`: any CSS length. */
export function Wordmark({ size }: { size: string }) {
  return (
    <span className="wordmark" style={{ fontSize: size }}>
      <span className="sr-only">Blue Shift</span>
      {letters.map(([letter, width]) => {
        const style: CSSProperties & Record<'--w', string> = { '--w': `${width}%` }
        return letter === '' ? (
          <span key="gap" aria-hidden="true" className="w-[.2em]" />
        ) : (
          <span key={letter} aria-hidden="true" style={style}>
            {letter}
          </span>
        )
      })}
    </span>
  )
}
