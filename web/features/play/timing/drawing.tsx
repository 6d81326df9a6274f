import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A canvas ready to be drawn on: cleared, and scaled so that a unit is a CSS px. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px in a CSS px. */
  readonly ratio: number
}

export interface Size {
  readonly width: number
  readonly height: number
  /** Device px in a CSS px. */
  readonly ratio: number
}

/** The size of an element and the screen's density, kept up to date; null before the first look. */
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
    const moved = window.matchMedia(`(resolution: ${ratio}dppx)`)
    const measure = () => setSize((old) => old && { ...old, ratio: window.devicePixelRatio })
    moved.addEventListener('change', measure)
    return () => moved.removeEventListener('change', measure)
  }, [ratio])
  return size
}

interface Props {
  /** Of the element that the canvas fills. */
  readonly size: Size | null
  /** Draws everything; a new function is a new drawing. */
  readonly paint: (surface: Surface) => void
}

/** One layer: a canvas that fills its place and is painted before the browser shows it. What it says stands in words elsewhere. */
export function Layer({ size, paint }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || !size || size.width === 0) return
    const { width, height, ratio } = size
    const deviceWidth = Math.round(width * ratio)
    const deviceHeight = Math.round(height * ratio)
    // Setting a size clears the canvas and gives its memory back, so it is done only when it changes.
    if (element.width !== deviceWidth) element.width = deviceWidth
    if (element.height !== deviceHeight) element.height = deviceHeight
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, deviceWidth, deviceHeight)
    context.setTransform(deviceWidth / width, 0, 0, deviceHeight / height, 0, 0)
    paint({ context, width, height, ratio: deviceWidth / width })
  }, [size, paint])
  return <canvas ref={canvas} className="absolute inset-0 size-full" />
}
