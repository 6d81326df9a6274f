import type { CSSProperties } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { Viewport } from './input/use-viewport.ts'
import { anchorOf, keyZoom } from './input/zoom-keys.ts'
import { songTime } from './model/format-step.ts'
import { zoomed } from './model/viewport.ts'

interface Props {
  readonly viewport: Viewport
  /** The selected step's time, song seconds: the zoom anchor. */
  readonly chosen: number | null
  /** The debounced span, for the screen reader announcement. */
  readonly rested: Viewport['span']
}

/** The visible range, zoom buttons, and hints for the other controls. */
export function ViewportBar({ viewport, chosen, rested }: Props) {
  const { whole, span, glide, goal, isWhole } = viewport
  const length = whole.to - whole.from
  const thumb: CSSProperties = {
    left: `${((span.from - whole.from) / length) * 100}%`,
    width: `${((span.to - span.from) / length) * 100}%`,
  }
  const zoom = (factor: number) => glide(zoomed(whole, goal(), factor, anchorOf(goal(), chosen)))
  const button = 'btn btn-square size-10 md:size-8'
  return (
    <div className="border-t border-line print:hidden">
      <div className={`relative h-1 ${isWhole ? '' : 'bg-(--well)'}`} aria-hidden="true">
        {!isWhole && <div className="absolute h-full min-w-1 bg-base-content" style={thumb} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-1.5 text-sm">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
        <div className="flex gap-1" role="group" aria-label="View of the timing charts">
          <button
            type="button"
            className={button}
            aria-label="Zoom out"
            title="Zoom out (−)"
            disabled={isWhole}
            onClick={() => zoom(1 / keyZoom)}
          >
            <Icon name="minus" />
          </button>
          <button
            type="button"
            className={button}
            aria-label="Zoom in"
            title="Zoom in (+)"
            onClick={() => zoom(keyZoom)}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            className="btn h-10 px-3 text-sm font-semibold md:h-8"
            title="Show the whole song (0)"
            disabled={isWhole}
            onClick={() => glide(whole)}
          >
            Whole song
          </button>
        </div>
        <span className="whitespace-nowrap" aria-hidden="true">
          {songTime(span.from, isWhole ? 0 : 1)}–{songTime(span.to, isWhole ? 0 : 1)}
          {!isWhole && <span className="mute"> of {songTime(length)}</span>}
        </span>
        <span className="sr-only" role="status">
          {rested.from === whole.from && rested.to === whole.to
            ? ''
            : `Showing ${songTime(rested.from, 1)} to ${songTime(rested.to, 1)}`}
        </span>
        <span className="mute ml-auto hidden text-xs sm:not-pointer-coarse:inline" aria-hidden="true">
          Ctrl + scroll or + − to zoom, drag to move, 0 for the whole song
        </span>
        <span className="mute w-full text-xs sm:not-pointer-coarse:hidden" aria-hidden="true">
          Pinch to zoom, drag sideways to move
        </span>
      </div>
    </div>
  )
}
