import { CopyButton } from '../../../ui/copy-button.tsx'

/** A path or a line to type, with a button that copies it. `label`: what it is. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="mt-1 flex items-center gap-1">
      <code className="min-w-0">{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  )
}
