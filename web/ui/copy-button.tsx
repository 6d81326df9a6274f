import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

/** How long "Copied" stays, in ms. */
const confirmation = 1200

interface Props {
  readonly text: string
  /** What is copied, for screen readers: "Copy hash". */
  readonly label: string
  /** With the word beside the sign. */
  readonly worded?: boolean
}

/** Copies a text and says so for 1.2 s. A clipboard that refuses is ignored: the text stands there to be selected. */
export function CopyButton({ text, label, worded = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmation)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // As the doc comment says.
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className={worded ? 'btn btn-sm h-10 md:h-8' : 'btn btn-ghost btn-sm btn-square size-10 md:size-7'}
        aria-label={worded ? undefined : label}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        {worded && (copied ? 'Copied' : label)}
      </button>
      {!worded && copied && <span className="text-xs">Copied</span>}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}
