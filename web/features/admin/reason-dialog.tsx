import {
  announceCompetition,
  closeCompetition,
  getOperatedCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  passCompetitionOn,
} from '@stepledger/contracts/http/operated-competitions.ts'
import { acceptCharts, refuseCharts } from '@stepledger/contracts/http/operated-packs.ts'
import { findPlayers } from '@stepledger/contracts/http/operated-players.ts'
import { getOperatedPlay, reinstateWipe, wipePlays } from '@stepledger/contracts/http/operated-plays.ts'
import { getOperatedRules, previewRules, publishRules } from '@stepledger/contracts/http/operated-rules.ts'
import { getOperatedUploads, getOperations, getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import { takePlayOut } from '@stepledger/contracts/http/taken-out-plays.ts'
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
  closeCompetition,
  passCompetitionOn,
  takePlayOut,
  acceptCharts,
  refuseCharts,
  previewRules,
  publishRules,
  reinstateWipe,
  wipePlays,
]

/** Who reads a reason. */
export const reasonHint = "Recorded for good with your name. Don't name other people."

/** A button for an action of an operator, which asks for the reason first. */
export function ReasonDialog<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  props: Omit<ReasonDialogProps<P, Q, B, A>, 'hint' | 'shown'>,
) {
  return <Dialog hint={reasonHint} shown={shown} {...props} />
}
