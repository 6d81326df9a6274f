import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOfView, type ScoresView, viewFrom } from './scores-tab.ts'

/** The list that a profile shows, kept in the URL, and its setter. */
export function useScoresView(): [ScoresView, (change: Partial<ScoresView>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = (what: Partial<ScoresView>) =>
    setAddress((now) => addressOfView(viewFrom(now), what, now), {
      preventScrollReset: true,
      flushSync: true,
    })
  return [useMemo(() => viewFrom(address), [address]), change]
}
