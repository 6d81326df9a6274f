import {
  hideCompetition,
  type OperatedCompetition,
  passCompetitionOn,
  pinCompetition,
  removeCompetitionPicture,
} from '@stepledger/contracts/http/operated-competitions.ts'
import { type FormEvent, useState } from 'react'
import { PosterPicture } from '../../parts/competition/poster-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReasonDialog, usePlan } from './operations.tsx'

interface Props {
  readonly competition: OperatedCompetition
}

/** Hides an event from all but its organisers and operators, or shows it again. */
export function HideForm({ competition: { slug, name, hidden } }: Props) {
  const text = hidden
    ? 'Everybody can read it again.'
    : 'Only its organisers and operators can read it then. The reason is public in its history.'
  return (
    <div className="pad grid justify-items-start gap-3">
      <p className="text-sm">{hidden ? 'It is hidden.' : text}</p>
      <ReasonDialog
        title={hidden ? `Show ${name} again?` : `Hide ${name}?`}
        text={text}
        action={hidden ? 'Show again' : 'Hide'}
        route={hideCompetition}
        input={(reason) => ({ body: { input: { slug, undo: hidden }, reason } })}
      />
    </div>
  )
}

/** Takes the picture off the poster of an event. */
export function PictureForm({ competition: { slug, name, pictureUrl } }: Props) {
  if (pictureUrl === null) return <p className="pad text-sm">It has no picture.</p>
  return (
    <div className="pad grid justify-items-start gap-3">
      <PosterPicture url={pictureUrl} className="w-full max-w-120" />
      <ReasonDialog
        title={`Remove the picture of ${name}?`}
        text="It is deleted. The reason is public in the history of the event."
        action="Remove"
        route={removeCompetitionPicture}
        input={(reason) => ({ body: { input: { slug }, reason } })}
      />
    </div>
  )
}

/** Shows an event of a player as one of the site. */
export function PinForm({ competition: { slug, name, pinned } }: Props) {
  const text = 'As one of the site: on home, in the game and in profiles.'
  return (
    <div className="pad grid justify-items-start gap-3">
      <p className="text-sm">{pinned ? 'It is pinned.' : text}</p>
      <ReasonDialog
        title={pinned ? `No longer pin ${name}?` : `Pin ${name}?`}
        text={pinned ? 'It is in the list of events only, like others of players.' : text}
        action={pinned ? 'Unpin' : 'Pin'}
        route={pinCompetition}
        input={(reason) => ({ body: { input: { slug, undo: pinned }, reason } })}
      />
    </div>
  )
}

/** Transfers an event to a player, or to the site. */
export function OwnerForm({ competition: { slug, name, owner } }: Props) {
  const [alias, setAlias] = useState('')
  const [submitted, setSubmitted] = useState<{ slug: string; alias?: string } | null>(null)
  const input = { slug, ...(alias.trim() !== '' && { alias: alias.trim() }) }
  const { data, error, isFetching, refetch } = usePlan(passCompetitionOn, submitted)
  const isCurrent = submitted !== null && submitted.alias === input.alias
  const to = input.alias ?? 'the site'
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (isCurrent) void refetch()
    setSubmitted(input)
  }
  return (
    <>
      <form className="pad grid gap-3" onSubmit={check}>
        <TextField
          label="New owner"
          autoComplete="off"
          placeholder="The site"
          maxLength={100}
          hint={`Now ${owner ?? 'the site'}. An alias; empty for the site.`}
          value={alias}
          onChange={({ target }) => setAlias(target.value)}
        />
        <Button type="submit" className="justify-self-start" disabled={isCurrent && isFetching}>
          Check
        </Button>
      </form>
      {isCurrent && data && !error && (
        // Outside of the form, since the dialog has one of its own.
        <div className="pad pt-0">
          <ReasonDialog
            title={`Transfer ${name} to ${to}?`}
            text={`It is organised by ${to} then. Co-organisers stay.`}
            action="Transfer"
            variant="primary"
            route={passCompetitionOn}
            input={(reason) => ({ body: { input: submitted, confirms: data.confirms, reason } })}
            onDone={() => {
              setAlias('')
              setSubmitted(null)
            }}
          />
        </div>
      )}
      {isCurrent && <CallFailure className="m-4 mt-0" error={error} sentence="Failed to check the owner" />}
    </>
  )
}
