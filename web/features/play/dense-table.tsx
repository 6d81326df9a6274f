import type { ReactNode } from 'react'

interface Props {
  readonly caption: string
  /** The headings; all but the first are of numbers. */
  readonly columns: readonly string[]
  readonly className?: string
  readonly children: ReactNode
}

export function DenseTable({ caption, columns, className = '', children }: Props) {
  return (
    <div className={`min-w-0 ${className}`}>
      <table className="t dense">
        <caption className="px-4 pt-3 pb-1 text-left font-bold">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={column} scope="col" className={i === 0 ? undefined : 'num'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
