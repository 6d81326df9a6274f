import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import ReactCrop, { type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { drawSquare } from './draw-square.ts'
import { largestSquare, resized, sizeOf } from './square.ts'

/** Percent of the largest square. */
const minPercent = 10
const step = 5

/** Preview sizes, px: profile, rows, navigation bar. */
const previews = [96, 40, 22]

interface Props {
  readonly address: string
  readonly image: RefObject<HTMLImageElement | null>
  /** Null until the image has loaded. */
  readonly crop: PercentCrop | null
  readonly disabled: boolean
  readonly onCrop: (crop: PercentCrop) => void
  readonly onFail: () => void
}

/** Crops a picture to a square by pointer or keyboard, with previews. */
export function CropPicture({ address, image, crop, disabled, onCrop, onFail }: Props) {
  const id = useId()
  const size = () => ({
    width: image.current?.naturalWidth ?? 1,
    height: image.current?.naturalHeight ?? 1,
  })
  const percent = crop ? sizeOf(crop, size()) : 100
  const resize = (to: number) => {
    if (crop) onCrop(resized(crop, size(), Math.min(100, Math.max(minPercent, to))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') resize(percent + step)
    else if (event.key === '-') resize(percent - step)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: key events bubble up from the focused square. */}
      <div
        className="grid place-items-center border-b border-line bg-(--well) p-4 md:border-r md:border-b-0"
        onKeyDown={onKeyDown}
      >
        <ReactCrop
          className="ReactCrop--no-animate max-h-80"
          crop={crop ?? { unit: '%', x: 0, y: 0, width: 0, height: 0 }}
          aspect={1}
          keepSelection
          ruleOfThirds
          disabled={disabled}
          minWidth={24}
          onChange={(_pixels, percents) => onCrop(percents)}
          ariaLabels={{
            cropArea: 'Crop square: arrow keys move it, + and - change its size',
            nwDragHandle: 'Upper left corner',
            nDragHandle: 'Upper edge',
            neDragHandle: 'Upper right corner',
            eDragHandle: 'Right edge',
            seDragHandle: 'Lower right corner',
            sDragHandle: 'Lower edge',
            swDragHandle: 'Lower left corner',
            wDragHandle: 'Left edge',
          }}
        >
          <img
            ref={image}
            src={address}
            alt="Your upload"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              onCrop(largestSquare({ width: naturalWidth, height: naturalHeight }))
            }
            onError={onFail}
          />
        </ReactCrop>
      </div>
      <div className="pad">
        <p className="mute">Move the square or its corners. Arrow keys move it, + and − change its size.</p>
        <label htmlFor={id} className="mt-3 mb-1 block font-medium">
          Size
        </label>
        <input
          id={id}
          type="range"
          className="h-10 w-full max-w-80 accent-(--color-primary) md:h-6"
          min={minPercent}
          max={100}
          value={percent}
          aria-valuetext={`${percent}%`}
          disabled={disabled || crop === null}
          onChange={(event) => resize(event.target.valueAsNumber)}
        />
        <div className="mt-4 flex items-end gap-3" aria-hidden="true">
          {previews.map((side) => (
            <Preview key={side} side={side} image={image} crop={crop} />
          ))}
        </div>
      </div>
    </div>
  )
}

interface PreviewProps extends Pick<Props, 'image' | 'crop'> {
  readonly side: number
}

function Preview({ side, image, crop }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current && image.current && crop) drawSquare(canvas.current, image.current, crop)
  }, [image, crop])
  const pixels = side * 2
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      className="rounded-[2px] bg-(--well)"
      style={{ width: side, height: side }}
    />
  )
}
