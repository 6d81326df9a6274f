import type { Answer, Figure as Plan } from '@stepledger/contracts/analysis/question.ts'
import { drawFigure } from '@stepledger/contracts/look/figure/draw-figure.ts'
import type { Mark } from '@stepledger/contracts/look/figure/marks.ts'
import { useMemo, useRef } from 'react'
import { useSize } from '../../ui/use-size.ts'

/** The chart of a result, drawn for the available width; a note if the result can't be charted. */
export function Figure({ answer, plan }: { answer: Answer; plan: Plan }) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  const drawing = useMemo(() => (width > 0 ? drawFigure(answer, plan, width) : null), [answer, plan, width])
  return (
    <div className="p-4">
      <div ref={container} style={{ minHeight: drawing?.height ?? 0 }}>
        {drawing && (
          <svg
            className="fig"
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            height={drawing.height}
            role="img"
            aria-label={drawing.words}
          >
            {drawing.marks.map((mark, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is replaced as a whole.
              <MarkOf key={i} mark={mark} />
            ))}
          </svg>
        )}
        {width > 0 && drawing === null && (
          <p className="mute">
            {answer.rows.length === 0
              ? 'No rows to draw.'
              : `This chart needs the columns ${columnsOf(plan)}.`}
          </p>
        )}
      </div>
    </div>
  )
}

function columnsOf({ x, y, series }: Plan): string {
  const columns = [x.column, ...y.columns, ...(series === undefined ? [] : [series])]
  // Quoted, since a name may contain a comma.
  return columns.map((name) => `“${name}”`).join(', ')
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
