import { errorText } from '../api/call-error.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Look {
  readonly onRetry?: () => unknown
  readonly className?: string
}

interface Props extends Look {
  readonly text: string
  /** The reason, when the text alone does not give one. */
  readonly detail?: string
}

export function ErrorBanner({ text, detail, onRetry, className = '' }: Props) {
  return (
    <div className={`err ${className}`} role="alert">
      <Icon name="warn" />
      <div className="min-w-0">
        <p>{text}</p>
        {detail !== undefined && <p className="mute text-xs">{detail}</p>}
      </div>
      {onRetry && (
        <Button size="small" className="ml-auto" onClick={() => void onRetry()}>
          Retry
        </Button>
      )}
    </div>
  )
}

interface CallProps extends Look {
  readonly error: unknown
  /** The fallback error message. */
  readonly sentence: string
}

/** Why a call failed; renders nothing while it has not. */
export function CallFailure({ error, sentence, ...look }: CallProps) {
  return error ? <ErrorBanner {...errorText(error, sentence)} {...look} /> : null
}
