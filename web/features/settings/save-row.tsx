import { Button } from '../../ui/button.tsx'

interface Props {
  readonly label: string
  readonly busy: boolean
  /** The save status, announced to screen readers. */
  readonly note: string
  readonly secondary?: boolean
}

export function SaveRow({ label, busy, note, secondary = false }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
      <Button type="submit" size="large" variant={secondary ? 'plain' : 'primary'} disabled={busy}>
        {busy ? 'Saving…' : label}
      </Button>
      <p className="mute text-sm" role="status">
        {note}
      </p>
    </div>
  )
}
