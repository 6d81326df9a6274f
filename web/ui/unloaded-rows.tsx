import { CallFailure } from './error-banner.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

interface Props {
  readonly error: Error | null
  /** The fallback error message. */
  readonly sentence: string
  readonly onRetry: () => unknown
  readonly rows?: number
}

/** The rows of a panel whose read has not succeeded yet: a skeleton, or the error. */
export function UnloadedRows({ error, sentence, onRetry, rows = 3 }: Props) {
  if (!error) return <SkeletonRows rows={rows} shape="board" />
  return <CallFailure className="m-4" error={error} sentence={sentence} onRetry={onRetry} />
}
