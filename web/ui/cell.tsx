import type { ReactNode } from 'react'

interface Props {
  readonly name: string
  /** Small, after the value. */
  readonly unit?: string | undefined
  readonly className?: string
  readonly valueClass?: string
  readonly children: ReactNode
}

export function Cell({
  name,
  unit,
  className = '',
  valueClass = 'text-lg whitespace-nowrap',
  children,
}: Props) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="mute text-xs">{name}</dt>
      <dd className={`font-bold ${valueClass}`}>
        {children}
        {unit && <span className="mute text-sm font-normal"> {unit}</span>}
      </dd>
    </div>
  )
}

/** A named value of a `.dl`; left out without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
