import { Icon } from './icon.tsx'

interface Props {
  readonly text: string
  /** The reason, when the text alone does not give one. */
  readonly detail?: string
  readonly onRetry?: () => void
  readonly className?: string
}

/** An error message, with a retry button where a retry can help. */
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
