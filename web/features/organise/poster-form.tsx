import { type CompetitionAccess, isOpen } from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { useState } from 'react'
import { SelectField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { ColourField } from './colour-field.tsx'
import { PictureField, type StoredPicture } from './picture-field.tsx'

/** The colour and the picture of an event, and who finds it. */
export function PosterForm({ competition }: { readonly competition: CompetitionPage }) {
  const [access, setAccess] = useState(competition.access)
  const [colour, setColour] = useState(competition.colour)
  /** Undefined until it is changed. */
  const [picture, setPicture] = useState<StoredPicture | null>()
  const pictureUrl = picture === undefined ? competition.pictureUrl : (picture?.pictureUrl ?? null)
  const change = {
    ...(access !== competition.access && { access }),
    ...(colour !== competition.colour && { colour }),
    ...(pictureUrl !== competition.pictureUrl && { picture: picture?.picture ?? null }),
  }
  return (
    <ChangeForm
      competition={competition}
      change={Object.keys(change).length === 0 ? null : { type: 'poster', ...change }}
    >
      <ColourField colour={colour} onChange={setColour} />
      <PictureField pictureUrl={pictureUrl} onChange={setPicture} />
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
