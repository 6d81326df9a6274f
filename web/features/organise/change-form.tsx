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
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ChangeForm as Form } from '../../parts/competition/change-form.tsx'

/** The reads that a change makes outdated. */
const shown = [
  getCompetition,
  getCompetitionStandings,
  getCompetitionHistory,
  listOrganisedCompetitions,
  listTakenOutPlays,
]

interface Props {
  readonly competition: Pick<CompetitionPage, 'slug' | 'name'>
  /** Null while nothing is changed, or something is missing. */
  readonly change: z.input<typeof organisersChange> | null
  readonly children: ReactNode
}

/** A change by an organiser. */
export function ChangeForm({ competition: { slug, name }, change, children }: Props) {
  return (
    <Form
      route={changeOrganisedCompetition}
      change={change}
      input={(of, confirmed) => ({
        params: { slug },
        body: { change: of, ...(confirmed ?? { dryRun: true }) },
      })}
      title={`Change ${name}?`}
      action="Change"
      hint="In the history of the event, for all to see. It can't name players."
      shown={shown}
    >
      {children}
    </Form>
  )
}
