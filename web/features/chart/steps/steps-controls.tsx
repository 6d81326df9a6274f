import { useSyncExternalStore } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { RadioButtons } from '../../../ui/radio-buttons.tsx'
import { positionLabel, type SongSpan } from './model/song-span.ts'
import { type Speed, speeds } from './model/speed.ts'
import type { Playback } from './playback.ts'

interface Props {
  readonly playback: Playback
  readonly span: SongSpan
  readonly speed: Speed
  readonly onSpeed: (speed: Speed) => void
}

/** The slider's step, s. */
const sliderStep = 0.1

/** Play and pause, seek, and the scroll speed. */
export function StepsControls({ playback, span, speed, onSpeed }: Props) {
  const playing = useSyncExternalStore(playback.subscribe, playback.playing)
  // Rounded to tenths, so that it does not render on every frame.
  const tenths = useSyncExternalStore(playback.subscribe, () =>
    Math.round((playback.position() - span.from) / sliderStep),
  )
  const position = span.from + tenths * sliderStep
  const button = 'btn btn-square size-10 md:size-8'
  const move = (seconds: number) => playback.seek(playback.position() + seconds)
  return (
    <div className="grid grid-cols-1 gap-3 px-4 py-3 @min-[58rem]/panel:flex @min-[58rem]/panel:gap-8">
      <div className="flex grow flex-wrap items-center gap-2">
        <button
          type="button"
          className={button}
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={playback.toggle}
        >
          <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
            {playing ? <path d="M5 3v10M11 3v10" /> : <path fill="currentColor" d="M4.5 3L12 8l-7.5 5z" />}
          </svg>
        </button>
        <button type="button" className={button} aria-label="Back 1 second" onClick={() => move(-1)}>
          <Icon name="back" />
        </button>
        <button type="button" className={button} aria-label="Forward 1 second" onClick={() => move(1)}>
          <Icon name="back" className="rotate-180" />
        </button>
        <input
          type="range"
          className="h-10 min-w-0 grow accent-primary max-md:order-last max-md:basis-full md:h-8"
          aria-label="Position"
          aria-valuetext={positionLabel(span, position).replace('/', 'of')}
          min={0}
          max={Math.ceil((span.to - span.from) / sliderStep)}
          value={tenths}
          onChange={(event) => playback.seek(span.from + Number(event.target.value) * sliderStep)}
        />
        <span className="mute ml-auto min-w-19 text-right text-sm whitespace-nowrap" aria-hidden="true">
          {positionLabel(span, position)}
        </span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="mute text-sm" aria-hidden="true">
          Speed
        </span>
        <RadioButtons
          label="Speed"
          className="lb max-md:[&>button]:min-w-10 max-md:[&>button]:grow [--lbc:var(--color-primary)] max-md:grow"
          choices={speeds.map((value) => ({ value, className: '', content: value }))}
          value={speed}
          onChange={onSpeed}
        />
      </div>
    </div>
  )
}
