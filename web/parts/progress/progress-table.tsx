import type { ProgressMonth } from '@stepledger/contracts/http/players.ts'
import { Table } from '../../ui/lists/table.tsx'

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const nameOfMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
const shortName = (month: string) => shortMonth.format(startOf(month))

/** November 2026, of `2026-11`. */
export const monthName = (month: string) => nameOfMonth.format(startOf(month))

interface Props {
  /** Latest first. */
  readonly months: readonly ProgressMonth[]
  readonly chosen?: string | null
  /** Without it, months are no buttons. */
  readonly onChoose?: (month: string) => void
}

export function ProgressTable({ months, chosen = null, onChoose }: Props) {
  return (
    <Table
      className="table-fixed"
      rows={months}
      keyOf={({ month }) => month}
      columns={[
        {
          head: 'Month',
          cell: ({ month }) =>
            onChoose ? (
              <button
                type="button"
                className="hit link"
                aria-expanded={month === chosen}
                onClick={() => onChoose(month)}
              >
                {shortName(month)}
              </button>
            ) : (
              shortName(month)
            ),
        },
        {
          head: 'Plays',
          className: 'num max-sm:hidden',
          width: 'w-[6rem] max-sm:hidden',
          cell: ({ plays }) => plays,
        },
        {
          head: 'Passed',
          className: 'num',
          width: 'w-[5.5rem]',
          cell: ({ plays, passed }) => `${Math.round((passed / plays) * 100)}%`,
        },
        { head: 'Best', className: 'num', width: 'w-[5.5rem]', cell: ({ best }) => percentCell(best) },
        { head: 'Median', className: 'num', width: 'w-[5.5rem]', cell: ({ median }) => percentCell(median) },
        {
          head: 'Mean Error',
          className: 'num max-sm:hidden',
          width: 'w-[8rem] max-sm:hidden',
          cell: ({ meanAbsoluteError: ms }) => (ms === null ? '–' : `${ms.toFixed(1)} ms`),
        },
      ]}
    />
  )
}

const percentCell = (percent: string | null) => (percent === null ? '–' : `${percent}%`)
