interface Props {
  readonly label: string
  readonly busy: boolean
  /** The save status, announced to screen readers. */
  readonly note: string
  /** Whether the button is secondary. */
  readonly secondary?: boolean
}

/** The submit button of a settings form, with its status. */
export function SaveRow({ label, busy, note, secondary = false }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
      <button type="submit" className={`btn h-11 md:h-10 ${secondary ? '' : 'btn-primary'}`} disabled={busy}>
        {busy ? 'Saving…' : label}
      </button>
      <p className="mute text-sm" role="status">
        {note}
      </p>
    </div>
  )
}
