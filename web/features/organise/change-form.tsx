import {
  type CompetitionPage,
  getCompetition,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import {
  changeOrganisedCompetition,
  getCompetitionHistory,
  listOrganisedCompetitions,
  type organisersChange,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { listTakenOutPlays } from '@stepledger/contracts/http/taken-out-plays.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useCall } from '../../api/use-call.ts'
import { movesText, PlannedChange } from '../../parts/competition/planned-change.tsx'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'

export type Change = z.input<typeof organisersChange>

/** The reads that a change makes outdated. */
const shown = [
  getCompetition,
  getCompetitionStandings,
  getCompetitionHistory,
  listOrganisedCompetitions,
  listTakenOutPlays,
  changeOrganisedCompetition,
]

interface Props {
  readonly competition: Pick<CompetitionPage, 'slug' | 'name'>
  /** Null while nothing is changed, or something is missing. */
  readonly change: Change | null
  readonly children: ReactNode
}

/** The fields of a change, who moves, and then the change as it was previewed, with a reason. */
export function ChangeForm({ competition: { slug, name }, change, children }: Props) {
  const [submitted, setSubmitted] = useState<Change | null>(null)
  const [isDone, setDone] = useState(false)
  const { data, error, isFetching, refetch } = useChangePlan(slug, submitted)
  const isCurrent = submitted !== null && JSON.stringify(change) === JSON.stringify(submitted)
  const preview = (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    if (isCurrent) void refetch()
    setSubmitted(change)
  }
  return (
    <>
      <form noValidate className="pad grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={preview}>
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="large" disabled={change === null}>
            Preview the change
          </Button>
          <p className="mute text-sm" role="status">
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
                title={`Change ${name}?`}
                text={`${movesText(data.plan)} The standings follow within seconds.`}
                action="Change"
                variant="primary"
                hint="In the history of the event, for all to see. Don't name other people."
                shown={shown}
                onDone={() => {
                  setSubmitted(null)
                  setDone(true)
                }}
                route={changeOrganisedCompetition}
                input={(reason) => ({
                  params: { slug },
                  body: { change: submitted, confirms: data.confirms, reason },
                })}
              />
            </PlannedChange>
          )}
        </>
      )}
    </>
  )
}

/** Plans a change by a dry run; null plans nothing. */
function useChangePlan(slug: string, change: Change | null) {
  const call = useCall()
  return useQuery({
    queryKey: ['private', changeOrganisedCompetition.name, { slug, change }],
    queryFn:
      change === null
        ? skipToken
        : ({ signal }) =>
            call(changeOrganisedCompetition, { params: { slug }, body: { change, dryRun: true } }, signal),
  })
}
