import { useLayoutEffect, useRef } from 'react'
import type { Size } from '../../../ui/use-wide.ts'
import type { Surface } from './palette.ts'

interface Props {
  readonly size: Size | null
  /** Draws the content; a new function triggers a redraw. */
  readonly paint: (surface: Surface) => void
}

/** A canvas layer that fills its parent and is painted before the browser paints. Its content is described elsewhere. */
export function Layer({ size, paint }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || !size || size.width === 0) return
    const { width, height, ratio } = size
    const deviceWidth = Math.round(width * ratio)
    const deviceHeight = Math.round(height * ratio)
    // Setting a size clears the canvas and reallocates its memory, so it is set only on change.
    if (element.width !== deviceWidth) element.width = deviceWidth
    if (element.height !== deviceHeight) element.height = deviceHeight
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, deviceWidth, deviceHeight)
    context.setTransform(deviceWidth / width, 0, 0, deviceHeight / height, 0, 0)
    paint({ context, width, height, ratio: deviceWidth / width })
  }, [size, paint])
  return <canvas ref={canvas} className="absolute inset-0 size-full" />
}
