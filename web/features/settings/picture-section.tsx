import {
  createPictureUpload,
  pictureSide,
  pictureTypes,
  removePicture,
  setPicture,
} from '@stepledger/contracts/http/profile.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import type { Call } from '../../api/client.ts'
import { sendFile } from '../../api/send-file.ts'
import { useCall } from '../../api/use-call.ts'
import { useAbortable } from '../../app/use-abortable.ts'
import { pictureTypeOf } from '../../parts/pictures/picture-file.ts'
import { useSessionStore, useUser } from '../../sign-in/use-session.ts'
import { Button, ConfirmButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ErrorBanner } from '../../ui/states.tsx'
import 'react-image-crop/dist/ReactCrop.css'

const hint = 'JPEG, PNG, GIF or WebP up to 5 MB. Resized to 400 × 400.'

export function PictureSection() {
  const call = useCall()
  const store = useSessionStore()
  const user = useUser()
  const [chosen, setChosen] = useState<File | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [note, setNote] = useState('')
  const remove = useMutation({
    mutationFn: () => call(removePicture, {}),
    onMutate: () => setFailure(null),
    onSuccess: (answer) => {
      store.setUser(answer.user)
      setNote('Picture removed')
    },
    onError: (error) => setFailure(errorText(error, 'Failed to remove profile image')),
  })
  if (!user) return null

  const choose = (file: File) => {
    setNote('')
    const type = pictureTypeOf(file)
    setFailure(typeof type === 'string' ? null : { text: type.error })
    setChosen(typeof type === 'string' ? file : null)
  }
  const finish = (result: string, error: ErrorText | null = null) => {
    setChosen(null)
    setNote(result)
    setFailure(error)
  }
  if (chosen !== null) return <ChosenPicture file={chosen} onDone={finish} />

  return (
    <>
      {failure && <ErrorBanner className="m-4 mb-0" {...failure} />}
      <div className="pad flex items-center gap-4">
        <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="6rem" />
        <p className="mute">{hint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <FileButton
          size="large"
          variant="primary"
          accept={pictureTypes.join(',')}
          onChoose={([file]) => file && choose(file)}
        >
          Choose Picture
        </FileButton>
        {user.profileImageUrl !== null && (
          <ConfirmButton
            size="large"
            variant="ghost"
            title="Remove picture"
            text="Your initials will be shown instead."
            action="Remove"
            onConfirm={() => remove.mutateAsync()}
          >
            Remove Picture
          </ConfirmButton>
        )}
        <p className="mute text-sm" role="status">
          {note}
        </p>
      </div>
    </>
  )
}

interface Props {
  readonly file: File
  /** `note`: the result, as text. */
  readonly onDone: (note: string, error?: ErrorText) => void
}

function ChosenPicture({ file, onDone }: Props) {
  const call = useCall()
  const store = useSessionStore()
  const address = useObjectUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const { begin, abort } = useAbortable()
  const [crop, setCrop] = useState<PercentCrop | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)

  const upload = async () => {
    if (!image.current || !crop) return
    const signal = begin()
    setFailure(null)
    setPercent(0)
    try {
      const jpeg = await squareJpeg(image.current, crop)
      const options = { filename: file.name, onProgress: setPercent, signal }
      store.setUser(await uploadPicture(call, jpeg, options))
      onDone('Picture updated')
    } catch (error) {
      setPercent(null)
      if (!signal.aborted) setFailure(errorText(error, 'Failed to upload profile image'))
    }
  }
  const cancel = () => {
    abort()
    if (percent === null) onDone('')
  }
  const busy = percent !== null
  return (
    <>
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {address !== null && (
        <CropPicture
          address={address}
          image={image}
          crop={crop}
          disabled={busy}
          onCrop={setCrop}
          onFail={() => onDone('', { text: 'Failed to load image' })}
        />
      )}
      {busy && (
        <div className="border-t border-line p-4">
          <ProgressBar label="Uploading" percent={percent} done={`Uploading… ${percent}%`} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <Button size="large" variant="primary" disabled={busy || crop === null} onClick={() => void upload()}>
          Upload
        </Button>
        <Button size="large" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

/** An object URL of the file, revoked on unmount; null at first. */
function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}

interface Options {
  readonly filename: string
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Uploads a JPEG to a signed address and sets it as the profile picture. Throws CallError, ShownError. */
async function uploadPicture(
  call: Call,
  jpeg: Blob,
  { filename, onProgress, signal }: Options,
): Promise<User> {
  const body = { filename: filename.slice(0, 300), contentType: 'image/jpeg' as const, size: jpeg.size }
  const address = await call(createPictureUpload, { body }, signal)
  await sendFile(address, jpeg, (sent) => onProgress(Math.round((sent / jpeg.size) * 100)), signal)
  const { user } = await call(setPicture, { body: { profileImageUrl: address.profileImageUrl } }, signal)
  return user
}

const quality = 0.9

/** Draws the crop over the whole canvas, on white because JPEG has no transparency. */
function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: PercentCrop): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Failed to process image')
  const { naturalWidth, naturalHeight } = image
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    image,
    (crop.x / 100) * naturalWidth,
    (crop.y / 100) * naturalHeight,
    (crop.width / 100) * naturalWidth,
    (crop.height / 100) * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The crop as a 400 × 400 JPEG. Rejects if the browser can't encode it. */
function squareJpeg(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  drawSquare(canvas, image, crop)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('Failed to process image')))
    canvas.toBlob(take, 'image/jpeg', quality)
  })
}

/** Percent of the largest square. */
const minPercent = 10
const step = 5

/** Preview sizes, px: profile, rows, navigation bar. */
const previews = [96, 40, 22]

interface CropPictureProps {
  readonly address: string
  readonly image: RefObject<HTMLImageElement | null>
  /** Null until the image has loaded. */
  readonly crop: PercentCrop | null
  readonly disabled: boolean
  readonly onCrop: (crop: PercentCrop) => void
  readonly onFail: () => void
}

function CropPicture({ address, image, crop, disabled, onCrop, onFail }: CropPictureProps) {
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

interface PreviewProps extends Pick<CropPictureProps, 'image' | 'crop'> {
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

/** The natural size of an image, px. */
interface Size {
  readonly width: number
  readonly height: number
}

/** The largest centred square, in percent of both sides. */
export function largestSquare({ width, height }: Size): PercentCrop {
  const full = width < height ? { width: 100 } : { height: 100 }
  return centerCrop(makeAspectCrop({ unit: '%', ...full }, 1, width, height), width, height)
}

/** The size of a crop in percent of the largest square. */
export function sizeOf(crop: PercentCrop, { width, height }: Size): number {
  return Math.round((crop.width * width) / Math.min(width, height))
}

/** Resizes a crop around its centre, moved back into the image. `percent`: of the largest square. */
export function resized(crop: PercentCrop, size: Size, percent: number): PercentCrop {
  const side = (Math.min(size.width, size.height) * percent) / 100
  const [width, height] = [(side / size.width) * 100, (side / size.height) * 100]
  const within = (at: number, length: number) => Math.min(Math.max(0, at), 100 - length)
  return {
    unit: '%',
    width,
    height,
    x: within(crop.x + (crop.width - width) / 2, width),
    y: within(crop.y + (crop.height - height) / 2, height),
  }
}
