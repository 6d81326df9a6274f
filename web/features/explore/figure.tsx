import type { Answer, Figure as Plan } from '@stepledger/contracts/analysis/question.ts'
import { drawFigure } from '@stepledger/contracts/look/figure/draw-figure.ts'
import type { Mark } from '@stepledger/contracts/look/figure/marks.ts'
import { useMemo, useRef } from 'react'
import { useSize } from '../../ui/use-size.ts'

/** The picture of an answer, drawn for the width that it gets; says so where an answer has none. */
export function Figure({ answer, plan }: { answer: Answer; plan: Plan }) {
  const place = useRef<HTMLDivElement>(null)
  const width = useSize(place)?.width ?? 0
  const drawing = useMemo(() => (width > 0 ? drawFigure(answer, plan, width) : null), [answer, plan, width])
  return (
    <div className="p-4">
      <div ref={place} style={{ minHeight: drawing?.height ?? 0 }}>
        {drawing && (
          <svg
            className="fig"
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            height={drawing.height}
            role="img"
            aria-label={drawing.words}
          >
            {drawing.marks.map((mark, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is made again as a whole.
              <MarkOf key={i} mark={mark} />
            ))}
          </svg>
        )}
        {width > 0 && drawing === null && (
          <p className="mute">
            No picture: it is drawn of {[plan.x.column, ...plan.y.columns].join(', ')}
            {plan.series === undefined ? '' : ` and ${plan.series}`}.
          </p>
        )}
      </div>
    </div>
  )
}

function MarkOf({ mark }: { mark: Mark }) {
  return mark.kind === 'path' ? (
    <path className={mark.className} d={mark.d} />
  ) : (
    <text className={mark.className} x={mark.x} y={mark.y} textAnchor={mark.anchor}>
      {mark.text}
    </text>
  )
}
