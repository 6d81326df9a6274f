import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

type Change = (now: URLSearchParams) => URLSearchParams

/** The parameters of the address and their setter. Controls update at once, however long the list takes to render. */
export function useAddressParameters(): [URLSearchParams, (change: Change, replace?: boolean) => void] {
  const [address, setAddress] = useSearchParams()
  const [shown, show] = useOptimistic(address)
  const change = (how: Change, replace = false) =>
    startTransition(() => {
      const next = how(shown)
      show(next)
      setAddress(next, { replace })
    })
  return [shown, change]
}
