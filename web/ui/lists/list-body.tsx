import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/call-error.ts'
import { Pagination } from '../pagination.tsx'
import { ErrorBanner, SkeletonRows } from '../states.tsx'
import { useWide } from '../use-wide.ts'

/** The number of skeleton rows; about a screenful. */
export const skeletonRows = 10

interface Props<Row> {
  readonly read: UseQueryResult<{ readonly data: Row[]; readonly meta: PageMeta }>
  readonly sentence: string
  /** Put before the error message: "Error loading packs". */
  readonly prefix?: string
  readonly empty: ReactNode
  /** Renders the rows; null while loading, when a table shows skeleton rows. */
  readonly children: (rows: readonly Row[] | null) => ReactNode
}

/** A list's rows in all loading states, and its pagination. The previous rows stay, faded, while the next page loads. */
export function ListBody<Row>({ read, sentence, prefix, empty, children }: Props<Row>) {
  const wide = useWide()
  const failure = read.error && errorText(read.error, sentence)
  const { data: answer } = read
  return (
    <>
      {failure && (
        <ErrorBanner
          className="m-4"
          {...failure}
          text={prefix === undefined ? failure.text : `${prefix}: ${failure.text}`}
          onRetry={read.refetch}
        />
      )}
      {answer ? (
        <div aria-busy={read.isPlaceholderData} className={read.isPlaceholderData ? 'opacity-60' : ''}>
          {answer.meta.total > 0 ? children(answer.data) : empty}
        </div>
      ) : (
        !failure && (
          <>
            {children(null)}
            {wide ? (
              <span className="sr-only" role="status">
                Loading…
              </span>
            ) : (
              <SkeletonRows rows={skeletonRows} shape="card" />
            )}
          </>
        )
      )}
      {answer && <Pagination meta={answer.meta} />}
    </>
  )
}
