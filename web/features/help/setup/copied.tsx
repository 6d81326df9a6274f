import { CopyButton } from '../../../ui/copy-button.tsx'

/** A copyable path or line. `label`: the accessible name. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="mt-1 flex items-center gap-1">
      <code className="min-w-0">{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  )
}
