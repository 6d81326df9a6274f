import { type ReactNode, useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'

const rowsOnPhones = 5

/** On phones the first rows of a list and a button that shows all; otherwise all rows. */
export function useFirstRows<Row>(rows: readonly Row[]): [readonly Row[], ReactNode] {
  const isPhone = useMedia('(width < 48rem)')
  const [all, setAll] = useState(false)
  if (!isPhone || all || rows.length <= rowsOnPhones) return [rows, null]
  return [
    rows.slice(0, rowsOnPhones),
    <button key="all" type="button" className="hit link" onClick={() => setAll(true)}>
      All {rows.length}
    </button>,
  ]
}
