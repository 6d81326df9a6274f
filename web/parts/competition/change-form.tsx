import type { competitionChangePlan } from '@stepledger/contracts/http/operated-competitions.ts'
import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { RouteInput } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog, type ReasonDialogProps } from '../../ui/reason-dialog.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { movesText, PlannedChange } from './planned-change.tsx'

type PlanAnswer = z.ZodType<{
  readonly plan: z.output<typeof competitionChangePlan>
  readonly confirms: string
}>

interface Props<P extends Shape, Q extends Shape, B extends Shape, A extends PlanAnswer, Change>
  extends Pick<ReasonDialogProps<P, Q, B, A>, 'title' | 'action' | 'hint' | 'shown'> {
  readonly route: Route<P, Q, B, A>
  /** Null while nothing is changed, or something is missing or invalid. */
  readonly change: Change | null
  /** The input of the route: with `confirmed` of the change as it was previewed, otherwise of a dry run. */
  readonly input: (
    change: Change,
    confirmed: { readonly confirms: string; readonly reason: string } | null,
  ) => RouteInput<P, Q, B>
  readonly children: ReactNode
}

/** The fields of a change of an event, who moves, and then the change as it was previewed, with a reason. */
export function ChangeForm<P extends Shape, Q extends Shape, B extends Shape, A extends PlanAnswer, Change>({
  route,
  change,
  input,
  children,
  ...dialog
}: Props<P, Q, B, A, Change>) {
  const call = useCall()
  const [submitted, setSubmitted] = useState<Change | null>(null)
  const [isDone, setDone] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that opened the dialog is gone with the preview.
    if (isDone) status.current?.focus()
  }, [isDone])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['private', route.name, { submitted }],
    queryFn: submitted === null ? skipToken : ({ signal }) => call(route, input(submitted, null), signal),
    gcTime: 0,
  })
  const isCurrent = submitted !== null && JSON.stringify(change) === JSON.stringify(submitted)
  const preview = (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    if (isCurrent) void refetch()
    setSubmitted(() => change)
  }
  return (
    <>
      <form noValidate className="pad grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={preview}>
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="large" disabled={change === null}>
            Preview
          </Button>
          <p ref={status} tabIndex={-1} className="mute text-sm" role="status">
            {isDone ? 'Changed. The standings follow within seconds.' : ''}
          </p>
        </div>
      </form>
      {isCurrent && (
        <>
          <CallFailure className="m-4 mt-0" error={error} sentence="Failed to preview the change" />
          {!data && isFetching && <SkeletonRows rows={3} shape="board" />}
          {data && !error && (
            <PlannedChange plan={data.plan} text={movesText(data.plan)}>
              <ReasonDialog
                {...dialog}
                text={`${movesText(data.plan)} The standings follow within seconds.`}
                variant="primary"
                route={route}
                input={(reason) => input(submitted, { confirms: data.confirms, reason })}
                onDone={() => {
                  setSubmitted(null)
                  setDone(true)
                }}
              />
            </PlannedChange>
          )}
        </>
      )}
    </>
  )
}
