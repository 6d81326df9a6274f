import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { storageOf } from '../../../app/storage.ts'
import { writeText } from '../../../state/stored-text.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { partProperties } from './draw/palette.ts'
import { type BeatPart, beatParts } from './model/beat-part.ts'
import { type Lane, lanesOf } from './model/lanes.ts'
import { panelMarks } from './model/panel-marks.ts'
import { songSpanOf } from './model/song-span.ts'
import { type Speed, speedFrom, speedKey } from './model/speed.ts'
import { createPlayback } from './playback.ts'
import { StepsCanvas } from './steps-canvas.tsx'
import { StepsControls } from './steps-controls.tsx'

/** A silent preview of the chart's steps. It starts paused. */
export function StepsPlayer({ preview, stepsType }: { preview: StepPreview; stepsType: string | null }) {
  const lanes = useMemo(() => lanesOf(preview), [preview])
  const marks = useMemo(() => panelMarks(stepsType, preview.panels), [stepsType, preview.panels])
  const span = useMemo(() => songSpanOf(preview.seconds), [preview.seconds])
  const playback = useMemo(
    () =>
      createPlayback(span, {
        request: (draw) => requestAnimationFrame(draw),
        cancel: (id) => cancelAnimationFrame(id),
      }),
    [span],
  )
  const [speed, chooseSpeed] = useSpeed()

  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    if (isStill) playback.pause()
    return playback.pause
  }, [isStill, playback])

  return (
    <>
      <StepsCanvas lanes={lanes} marks={marks} speed={speed} playback={playback} />
      <StepsLegend lanes={lanes} />
      <div className="border-t border-line">
        <StepsControls playback={playback} span={span} speed={speed} onSpeed={chooseSpeed} />
      </div>
    </>
  )
}

function StepsLegend({ lanes }: { lanes: readonly Lane[] }) {
  const used = new Set(lanes.flatMap(({ notes }) => notes.map(({ part }) => part)))
  return (
    <ul
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs"
      aria-label="Colours"
    >
      {beatParts
        .filter((part) => used.has(part))
        .map((part) => (
          <li key={part} className="inline-flex items-center gap-1.5">
            <i className="size-2.5" style={colourOf(part)} />
            {part}
          </li>
        ))}
    </ul>
  )
}

function colourOf(part: BeatPart): CSSProperties {
  return { background: `var(${partProperties[part]})` }
}

/** The scroll speed and its setter; stored, and synchronised across tabs. */
function useSpeed(): [Speed, (speed: Speed) => void] {
  const [speed, setSpeed] = useState(() => speedFrom(storageOf(window).getItem(speedKey)))

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === speedKey) setSpeed(speedFrom(event.newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const choose = (next: Speed) => {
    setSpeed(next)
    writeText(storageOf(window), speedKey, next)
  }
  return [speed, choose]
}
