import { useEffect, useState } from 'react'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** What the picture shows, for those who can't see it. */
  readonly title: string
  /** The path of the picture that chat clients show with the link. */
  readonly picture: string
  readonly page: string
  /** Of the saved picture, without an extension. */
  readonly fileName: string
}

export function ShareButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="share" /> Share
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Share">
        <Sharing {...props} />
      </Dialog>
    </>
  )
}

function Sharing({ title, picture, page, fileName }: Props) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <div className="pad">
        {failed ? (
          <p className="mute grid aspect-[1200/630] place-items-center bg-(--well) text-sm">
            The picture could not be drawn. Try again in a minute.
          </p>
        ) : (
          <img
            className="block aspect-[1200/630] w-full border border-line bg-(--well)"
            src={picture}
            width="1200"
            height="630"
            alt={title}
            onError={() => setFailed(true)}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <a className="btn btn-sm h-10 md:h-8" href={picture} download={`${fileName}.png`}>
          <Icon name="download" /> Save picture
        </a>
        <CopyPicture picture={picture} />
        <CopyButton text={`${location.origin}${page}`} label="Copy link" withLabel />
      </div>
    </>
  )
}

/** How long the result is shown, ms. */
const shownMs = 1200

/** Nothing in browsers that can't copy pictures. */
function CopyPicture({ picture }: { picture: string }) {
  const [result, setResult] = useState<'Copied' | "Couldn't copy" | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), shownMs)
    return () => clearTimeout(timer)
  }, [result])
  if (typeof ClipboardItem !== 'function') return null
  const copy = async () => {
    const png = async () => (await fetch(picture)).blob()
    // A promise: Safari allows a copy only in the event itself.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })])
  }
  return (
    <Button
      size="small"
      onClick={() =>
        copy().then(
          () => setResult('Copied'),
          () => setResult("Couldn't copy"),
        )
      }
    >
      <Icon name={result === 'Copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{result ?? 'Copy picture'}</span>
    </Button>
  )
}
