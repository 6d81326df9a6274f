import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changedAddress, type ListQuery, type ListSchema, queryFrom } from './list-address.ts'

/**
 * The query of a list, kept in the URL so that back, reload and links work, and a function to change it. Page links are
 * URLs of their own. `schema` must be a constant.
 */
export function useListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
): [Query, (change: Partial<Query>) => void] {
  const [address, setAddress] = useSearchParams()
  const query = useMemo(() => queryFrom(schema, address), [schema, address])
  const change = (what: Partial<Query>) =>
    setAddress((now) => changedAddress(schema, now, what), {
      // Further keystrokes of a search replace its history entry.
      replace: Boolean(query.search) && Boolean(what.search),
      preventScrollReset: true,
      // Controls update at once, however long the list loads.
      flushSync: true,
    })
  return [query, change]
}
