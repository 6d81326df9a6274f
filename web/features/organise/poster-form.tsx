import { type CompetitionAccess, isOpen } from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { useState } from 'react'
import { SelectField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { ColourField } from './colour-field.tsx'

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
      {isOpen(competition.access) && <AccessSelect access={access} onChange={setAccess} />}
    </ChangeForm>
  )
}

function AccessSelect({
  access,
  onChange,
}: {
  readonly access: CompetitionAccess
  readonly onChange: (access: CompetitionAccess) => void
}) {
  return (
    <SelectField
      label="Who can find it"
      hint={
        access === 'everybody'
          ? 'It is listed among the events.'
          : 'It is in no list. Everybody who has the address can read it.'
      }
      value={access}
      onChange={({ target }) => onChange(target.value === 'address' ? 'address' : 'everybody')}
    >
      <option value="everybody">Everybody</option>
      <option value="address">Those who have the address</option>
    </SelectField>
  )
}
