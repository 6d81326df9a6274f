import { Icon } from '../../ui/icon.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

interface Props {
  readonly text: string
  readonly downloadUrl: string | undefined
}

/** The event's poster, when there is something to announce. */
export function Announcement({ text, downloadUrl }: Props) {
  return (
    <section className="ev" aria-labelledby="announcement">
      <div className="flex flex-col items-start p-4 md:p-6">
        <h2 id="announcement" className="flex items-end gap-3">
          <Wordmark size="clamp(2.5rem, 1.9rem + 2.4vw, 3.75rem)" />
          <span className="ev-2 pb-px text-sm font-semibold">Beta</span>
        </h2>
        <p className="mt-4 max-w-[60ch] whitespace-pre-line text-lg font-medium">{text}</p>
        {downloadUrl !== undefined && (
          <a className="btn btn-ev mt-4 h-10" href={downloadUrl} rel="noreferrer">
            <Icon name="download" /> Download Pack
          </a>
        )}
      </div>
    </section>
  )
}
