const widths = ['w-48', 'w-36', 'w-56', 'w-40', 'w-44'] as const

interface Props {
  readonly rows: number
  /** The classes of each column after the first. */
  readonly columns: readonly string[]
  /** The width of the banner, as a class. */
  readonly banner?: string
}

export function SkeletonBody({ rows, columns, banner = 'w-20' }: Props) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <tr key={row}>
          <td>
            <div className={`flex items-center gap-3 ${banner === 'w-20' ? '' : 'py-2'}`}>
              <div className={`skeleton aspect-[2.56] shrink-0 ${banner}`} />
              <div className={`skeleton h-3 max-w-full ${widths[row % widths.length]}`} />
            </div>
          </td>
          {[...columns.entries()].map(([column, className]) => (
            <td key={column} className={className}>
              <div className="skeleton inline-block h-3 w-20 max-w-full align-middle" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
