import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { useState } from 'react'
import { ChangeForm } from './change-form.tsx'
import { ColourField } from './colour-field.tsx'
import { AccessSelect } from './draft-fields.tsx'

/** The colour of an event, and who finds it. */
export function PosterForm({ competition }: { readonly competition: CompetitionPage }) {
  const [access, setAccess] = useState(competition.access)
  const [colour, setColour] = useState(competition.colour)
  const change = {
    ...(access !== competition.access && { access }),
    ...(colour !== competition.colour && { colour }),
  }
  return (
    <ChangeForm
      competition={competition}
      change={Object.keys(change).length === 0 ? null : { type: 'poster', ...change }}
    >
      <ColourField colour={colour} onChange={setColour} />
      <AccessSelect access={access} onChange={setAccess} />
    </ChangeForm>
  )
}
