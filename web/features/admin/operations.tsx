import type { Action } from '@stepledger/contracts/http/action.ts'
import {
  announceCompetition,
  getOperatedCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  passCompetitionOn,
} from '@stepledger/contracts/http/operated-competitions.ts'
import { findPlayers } from '@stepledger/contracts/http/operated-players.ts'
import { getOperatedPlay, reinstateWipe } from '@stepledger/contracts/http/operated-plays.ts'
import { getOperatedRules, previewRules, publishRules } from '@stepledger/contracts/http/operated-rules.ts'
import { getOperatedUploads, getOperations, getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { takePlayOut } from '@stepledger/contracts/http/taken-out-plays.ts'
import type { OperationsPart } from '@stepledger/contracts/push/messages.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RouteInput } from '../../api/client.ts'
import { useCall, useRead } from '../../api/use-call.ts'
import { useTopic } from '../../live/use-topic.ts'
import { ReasonDialog as Dialog, type ReasonDialogProps } from '../../ui/reason-dialog.tsx'

/** The reads of the page, with any parameters. */
export const shown = [
  getOperations,
  getOperatedRules,
  getOperatedUploads,
  getOperatorAudit,
  getOperatedPlay,
  findPlayers,
  listOperatedCompetitions,
  getOperatedCompetition,
  // Their plans.
  announceCompetition,
  moveCompetitionWindow,
  passCompetitionOn,
  takePlayOut,
  previewRules,
  publishRules,
  reinstateWipe,
]

/** Who reads a reason. */
export const reasonHint = "Recorded for good with your name. Don't name other people."

/** A button for an action of an operator, which asks for the reason first. */
export function ReasonDialog<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  props: Omit<ReasonDialogProps<P, Q, B, A>, 'hint' | 'shown'>,
) {
  return <Dialog hint={reasonHint} shown={shown} {...props} />
}

/** Polling interval, ms, for changes without a message: parts that stop answering, and lag while nothing is folded. */
const pollInterval = 20_000

/** A read of the page, refetched when its part of the page changed or messages may have been missed. */
export function useOperationsRead<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  part: OperationsPart,
  input: RouteInput<P, Q, B> = {},
) {
  const read = useRead(route, input, { every: () => pollInterval })
  const refetch = () => void read.refetch()
  useTopic(
    'ops',
    (message) => {
      if (message.type === 'switched' || (message.type === 'changed' && message.about === part)) refetch()
    },
    refetch,
  )
  return read
}

/** Plans an action by a dry run; null plans nothing. */
export function usePlan<Input extends Shape, Plan extends Shape, Done extends Shape>(
  action: Action<Input, Plan, Done>,
  input: z.input<Input> | null,
) {
  const call = useCall()
  return useQuery({
    queryKey: ['private', action.name, { input }],
    queryFn:
      input === null ? skipToken : ({ signal }) => call(action, { body: { input, dryRun: true } }, signal),
  })
}
