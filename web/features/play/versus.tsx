import type { CSSProperties } from 'react'
import { countText } from '../../ui/count-text.ts'
import { judgmentProperty } from './judgment-colour.ts'

interface Props {
  readonly rows: readonly { readonly name: string; readonly left: number; readonly right: number }[]
  /** What is counted left and right, for screen readers. */
  readonly sides?: readonly [left: string, right: string]
}

/** Two counts of each judgment, with bars to both sides of its name. */
export function Versus({ rows, sides }: Props) {
  const most = Math.max(1, ...rows.flatMap(({ left, right }) => [left, right]))
  return (
    <ul className="versus">
      {rows.map(({ name, left, right }) => {
        const style: CSSProperties & Record<'--c', string> = { '--c': `var(${judgmentProperty(name)})` }
        return (
          <li key={name} style={style}>
            <span className="font-bold">
              {countText(left)}
              {sides && <span className="sr-only"> {sides[0]}</span>}
            </span>
            <span className="bar left" aria-hidden="true">
              <i style={{ width: `${(left / most) * 100}%` }} />
            </span>
            <span className="nm">{name}</span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(right / most) * 100}%` }} />
            </span>
            <span className="text-right font-bold">
              {countText(right)}
              {sides && <span className="sr-only"> {sides[1]}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
