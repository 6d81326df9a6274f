import { type ReactNode, useRef } from 'react'
import { useSize } from '../use-wide.ts'

interface Props {
  readonly height: number
  readonly children: (width: number) => ReactNode
}

/** A figure that is drawn again for each width, so that its text keeps its size. Sizes in px. */
export function Measured({ height, children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  return (
    <div ref={container} style={{ height }}>
      {width > 0 && children(width)}
    </div>
  )
}
