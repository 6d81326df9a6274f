import { useLayoutEffect, useRef } from 'react'
import type { Size } from '../../../ui/use-size.ts'
import type { Surface } from './draw/surface.ts'

interface Props {
  /** Of the element that the canvas fills. */
  readonly size: Size | null
  /** Draws everything; a new function is a new drawing. */
  readonly paint: (surface: Surface) => void
}

/**
 * One layer: a canvas that fills its place and is painted before the browser shows it. What it says stands in words
 * elsewhere.
 */
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
