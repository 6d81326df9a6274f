import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

/** How long "Copied" is shown, ms. */
const confirmationMs = 1200

interface Props {
  readonly text: string
  /** The accessible name: "Copy hash". */
  readonly label: string
  /** Shows the label beside the icon. */
  readonly withLabel?: boolean
}

/** Copies a text. A clipboard failure is ignored, because the text is visible and can be selected. */
export function CopyButton({ text, label, withLabel = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Ignored, see above.
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className={withLabel ? 'btn btn-sm h-10 md:h-8' : 'btn btn-ghost btn-sm btn-square size-10 md:size-7'}
        aria-label={withLabel ? undefined : label}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        {withLabel && (copied ? 'Copied' : label)}
      </button>
      {!withLabel && copied && <span className="text-xs">Copied</span>}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}
