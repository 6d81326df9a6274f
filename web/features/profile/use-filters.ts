import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf, changed, type Filters, filtersFrom } from './filters.ts'

/** The filters in the address, and how to change them. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = (what: Partial<Filters>) =>
    setAddress((now) => addressOf(changed(filtersFrom(now), what), now), {
      replace: true,
      preventScrollReset: true,
      // What was ticked or chosen stays so at once, however long the list takes.
      flushSync: true,
    })
  return [useMemo(() => filtersFrom(address), [address]), change]
}
