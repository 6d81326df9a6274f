import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf, changed, type Filters, filtersFrom } from './filters.ts'

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = (what: Partial<Filters>) =>
    setAddress((now) => addressOf(changed(filtersFrom(now), what), now), {
      replace: true,
      preventScrollReset: true,
      // Controls update at once, however long the list loads.
      flushSync: true,
    })
  return [useMemo(() => filtersFrom(address), [address]), change]
}
