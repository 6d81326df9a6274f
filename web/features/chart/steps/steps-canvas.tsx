import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useSize } from '../../../ui/use-size.ts'
import { drawSteps } from './draw/draw-steps.ts'
import { usePalette } from './draw/palette.ts'
import type { Lane } from './model/lanes.ts'
import type { PanelMark } from './model/panel-marks.ts'
import { columnsOf } from './model/scroll.ts'
import type { Speed } from './model/speed.ts'
import type { Playback } from './playback.ts'

interface Props {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly speed: Speed
  readonly playback: Playback
}

/** CSS px. */
const height = 430

/** Draws the lanes on every playback change, outside of React. */
export function StepsCanvas({ lanes, marks, speed, playback }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(box)
  const palette = usePalette()
  const scene = useMemo(
    () =>
      size && { lanes, marks, palette, columns: columnsOf(size.width, height, lanes.length, Number(speed)) },
    [lanes, marks, palette, size, speed],
  )

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || !size || !scene) return
    element.width = Math.round(size.width * size.ratio)
    element.height = Math.round(height * size.ratio)
    const paint = () => {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, element.width, element.height)
      context.scale(element.width / size.width, element.height / height)
      drawSteps(context, scene, playback.position())
    }
    paint()
    return playback.subscribe(paint)
  }, [size, scene, playback])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const viewObserver = new IntersectionObserver((entries) =>
      playback.setInSight(entries.at(-1)?.isIntersecting ?? true),
    )
    viewObserver.observe(element)
    return () => viewObserver.disconnect()
  }, [playback])

  return (
    <div ref={box} className="relative bg-(--well)" style={{ height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Steps of ${lanes.length} panels, scrolling up to their receptors`}
        className="absolute inset-0 size-full"
      />
    </div>
  )
}
