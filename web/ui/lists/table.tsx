import type { Order } from '@stepledger/contracts/http/shapes/paging.ts'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../icon.tsx'

export interface Column<Row, By extends string = never> {
  readonly head: ReactNode
  /** What the list is sorted by when the head is pressed. */
  readonly by?: By
  readonly width?: string
  /** The classes of the head and the cells. */
  readonly className?: string
  readonly cellClass?: string | ((row: Row) => string)
  readonly cell: (row: Row) => ReactNode
}

interface Props<Row, By extends string> {
  readonly className?: string
  /** Null while loading: rows of a skeleton. */
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string | number
  readonly to?: (row: Row) => string
  readonly rowClass?: (row: Row) => string
  /** A column that is not shown is false, so that the others keep their place. */
  readonly columns: readonly (Column<Row, NoInfer<By>> | false | null | undefined)[]
  readonly sort?: SortProps<By>
  /** The width of the banner in rows of the skeleton, as a class. */
  readonly banner?: string
}

export function Table<Row, By extends string = never>(props: Props<Row, By>) {
  const { className = 'table-fixed', rows, keyOf, to, rowClass, sort, banner } = props
  const rowLink = useRowLink()
  const columns = [...props.columns.entries()].flatMap(([key, column]) =>
    column ? [{ key, ...column }] : [],
  )
  return (
    <table className={`t ${className}`}>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, head, by, className }) =>
            sort && by !== undefined ? (
              <SortHeader key={key} head={head} by={by} className={className} {...sort} />
            ) : (
              <th key={key} className={className}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      {rows ? (
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...(to ? rowLink(to(row), rowClass?.(row)) : {})}>
              {columns.map(({ key, className = '', cellClass = '', cell }) => (
                <td
                  key={key}
                  className={`${className} ${typeof cellClass === 'function' ? cellClass(row) : cellClass}`.trim()}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ) : (
        <SkeletonBody columns={columns.slice(1)} banner={banner} />
      )}
    </table>
  )
}

export interface Sorting<Column extends string = string> {
  readonly orderBy: Column
  readonly orderDirection: Order
}

/** Toggles the direction of the sorted column; another column starts ascending. */
export function sortedBy<Column extends string>(now: Sorting<Column>, column: Column): Sorting<Column> {
  const turn = now.orderBy === column && now.orderDirection === 'asc'
  return { orderBy: column, orderDirection: turn ? 'desc' : 'asc' }
}

export interface SortProps<By extends string> {
  readonly sorting: Sorting<By>
  readonly onSort: (sorting: Sorting<By>) => void
}

interface HeaderProps<By extends string> extends SortProps<By> {
  readonly head: ReactNode
  readonly by: By
  readonly className: string | undefined
}

/** The arrow of a right-aligned column is left of its name. */
function SortHeader<By extends string>({ head, by, className, sorting, onSort }: HeaderProps<By>) {
  const sorted = sorting.orderBy === by
  const upwards = sorting.orderDirection === 'asc'
  return (
    <th aria-sort={sorted ? (upwards ? 'ascending' : 'descending') : undefined} className={className}>
      <button
        type="button"
        className={`th-sort ${className === 'num' ? 'flex-row-reverse' : ''}`}
        onClick={() => onSort(sortedBy(sorting, by))}
      >
        {head}
        {sorted && <Icon name="up" className={upwards ? '' : 'rotate-180'} />}
      </button>
    </th>
  )
}

/** The number of skeleton rows; about a screenful. */
export const skeletonRows = 10

const widths = ['w-48', 'w-36', 'w-56', 'w-40', 'w-44'] as const

interface SkeletonProps {
  readonly columns: readonly { readonly key: number; readonly className?: string }[]
  readonly banner: string | undefined
}

function SkeletonBody({ columns, banner }: SkeletonProps) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
        <tr key={row}>
          <td>
            <div className={`flex items-center gap-3 ${banner ? 'py-2' : ''}`}>
              <div className={`skeleton aspect-[2.56] shrink-0 ${banner ?? 'w-20'}`} />
              <div className={`skeleton h-3 max-w-full ${widths[row % widths.length]}`} />
            </div>
          </td>
          {columns.map(({ key, className }) => (
            <td key={key} className={className}>
              <div className="skeleton inline-block h-3 w-20 max-w-full align-middle" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const middleButton = 1

/** Whether the press is on something of its own in the row: a link or a button. */
const isNested = ({ target }: MouseEvent) => target instanceof Element && target.closest('a, button') !== null

const inNewTab = (to: string) => window.open(to, '_blank', 'noopener')

/**
 * Makes a whole row clickable, as a link is: a click opens the page, a middle click or a click with Ctrl or Cmd a new tab.
 * The row also contains a real link for keyboards and screen readers. Clicks on nested links and buttons, and text
 * selection, do not navigate. `className`: other classes of the row.
 */
export function useRowLink() {
  const navigate = useNavigate()
  return (to: string, className = '') => ({
    className: `cursor-pointer ${className}`,
    onClick: (event: MouseEvent) => {
      if (isNested(event)) return
      if (window.getSelection()?.isCollapsed === false) return
      if (event.metaKey || event.ctrlKey) inNewTab(to)
      else void navigate(to)
    },
    onMouseDown: (event: MouseEvent) => {
      // The browser would start to scroll by the pointer.
      if (event.button === middleButton && !isNested(event)) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === middleButton && !isNested(event)) inNewTab(to)
    },
  })
}
