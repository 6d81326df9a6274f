import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** The width of the enclosing panel, CSS px; null outside of panels and before the first measurement. */
export const PanelWidth = createContext<number | null>(null)

const query = '(width >= 48rem)'

/** Panels narrower than this show cards even in a wide window. CSS px; 44rem. */
const defaultMinWidth = 704

/** Whether window and panel are wide enough for tables; otherwise lists use cards. `minWidth`: of the panel, CSS px. */
export function useWide(minWidth = defaultMinWidth): boolean {
  const panel = useContext(PanelWidth)
  const inWindow = useMedia(query)
  return inWindow && (panel === null || panel >= minWidth)
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

export interface Size {
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
}

/** A panel's width, for `PanelWidth`. Not measured in narrow windows: each measurement renders the panel again. */
export function usePanelWidth(ref: RefObject<HTMLElement | null>): number | null {
  return useSize(ref, useMedia(query))?.width ?? null
}

/** The size of an element and the screen's pixel ratio, kept up to date; null before the first measurement. */
export function useSize(ref: RefObject<HTMLElement | null>, enabled = true): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || !enabled) return
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
  }, [ref, enabled])
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
