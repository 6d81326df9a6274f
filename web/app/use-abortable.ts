import { useEffect, useRef } from 'react'

/** Work of which only the last goes on: the next one aborts it, and so does unmounting. */
export function useAbortable() {
  const last = useRef<AbortController | null>(null)
  const abort = () => last.current?.abort()
  useEffect(() => () => last.current?.abort(), [])
  const begin = (): AbortSignal => {
    abort()
    last.current = new AbortController()
    return last.current.signal
  }
  return { begin, abort }
}
