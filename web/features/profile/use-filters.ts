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
    })
  return [useMemo(() => filtersFrom(address), [address]), change]
}
