interface Props {
  readonly label: string
  readonly busy: boolean
  /** What has come of it, or what there is to save: read out when it changes. */
  readonly note: string
}

/** The end of a panel's form: the button that saves it, and how that stands. */
export function SaveRow({ label, busy, note }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
      <button type="submit" className="btn btn-primary h-11 md:h-10" disabled={busy}>
        {busy ? 'Saving…' : label}
      </button>
      <p className="mute text-sm" role="status">
        {note}
      </p>
    </div>
  )
}
