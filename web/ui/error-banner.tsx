import { Icon } from './icon.tsx'

interface Props {
  readonly text: string
  /** Why, when the text alone does not say. */
  readonly detail?: string
  readonly onRetry?: () => void
  readonly className?: string
}

/** What went wrong, with a way to try again where that can help. */
export function ErrorBanner({ text, detail, onRetry, className = '' }: Props) {
  return (
    <div className={`err ${className}`} role="alert">
      <Icon name="warn" />
      <div className="min-w-0">
        <p>{text}</p>
        {detail !== undefined && <p className="mute text-xs">{detail}</p>}
      </div>
      {onRetry && (
        <button type="button" className="btn btn-sm ml-auto h-10 md:h-8" onClick={onRetry}>
          Retry
        </button>
      )}
    </div>
  )
}
