import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
}

/** The size of an element and the screen's pixel ratio, kept up to date; null before the first measurement. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      const ratio = window.devicePixelRatio
      setSize((old) =>
        old && old.width === width && old.height === height && old.ratio === ratio
          ? old
          : { width, height, ratio },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  const ratio = size?.ratio
  useEffect(() => {
    if (ratio === undefined) return
    const ratioChange = window.matchMedia(`(resolution: ${ratio}dppx)`)
    const measure = () => setSize((old) => old && { ...old, ratio: window.devicePixelRatio })
    ratioChange.addEventListener('change', measure)
    return () => ratioChange.removeEventListener('change', measure)
  }, [ratio])
  return size
}
