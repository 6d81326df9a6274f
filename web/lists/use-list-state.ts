import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changedAddress, type ListQuery, type ListSchema, queryFrom } from './list-address.ts'

/**
 * What a list is asked for, kept in the address, so that back, reload and links work; and how to change it, all but the
 * page, whose links are addresses by themselves. `schema`: a constant.
 */
export function useListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
): [Query, (change: Partial<Query>) => void] {
  const [address, setAddress] = useSearchParams()
  const query = useMemo(() => queryFrom(schema, address), [schema, address])
  const change = (what: Partial<Query>) =>
    setAddress((now) => changedAddress(schema, now, what), {
      // The steps of a search are one: back leads to where it began.
      replace: query.search !== '' && Boolean(what.search),
      preventScrollReset: true,
      // What was chosen stays so at once, however long the list takes.
      flushSync: true,
    })
  return [query, change]
}
