import {
  createCompetitionDraft,
  listOrganisedCompetitions,
  suggestedSlug,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, ErrorBanner } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { isAddressTaken } from './use-draft.ts'

const nameForm = z.object({ name: z.string().trim().min(1, 'Give the event a name').max(80) })

/** Begins a draft by its name. */
export function NewEventPage() {
  const call = useCall()
  const navigate = useNavigate()
  const refetchReads = useRefetch()
  const mine = useRead(listOrganisedCompetitions, {})
  const [begun] = useState(() => Date.now())
  const { field, submit, failure, isSubmitting } = useCallForm(nameForm, { name: '' }, ['name'])
  const onSubmit = submit(async ({ name }) => {
    const create = (slug: string) =>
      call(createCompetitionDraft, { body: { document: { name, slug, rounds: [firstRound(begun)] } } })
    // Where the suggested address is taken, the draft asks for one.
    const { id } = await create(suggestedSlug(name)).catch((error: unknown) =>
      isAddressTaken(error) ? create('') : Promise.reject(error),
    )
    void refetchReads([listOrganisedCompetitions])
    await navigate(`/events/drafts/${id}`, { replace: true })
  }, 'Failed to create the draft')
  const drafts = mine.data?.limits.drafts
  return (
    <div className="mx-auto min-h-dvh max-w-192">
      <PageHeading>New event</PageHeading>
      <Panel title="Name">
        <form noValidate onSubmit={onSubmit}>
          <div className="pad grid gap-4">
            {failure && <ErrorBanner {...failure} />}
            <CallFailure error={mine.error} sentence="Failed to load your events" onRetry={mine.refetch} />
            {drafts?.left === 0 && (
              <p className="text-sm">
                You have {drafts.max} drafts, which is the limit.{' '}
                <Link className="link" to="/events">
                  Delete one
                </Link>{' '}
                to begin another.
              </p>
            )}
            <TextField label="What is it called?" autoComplete="off" maxLength={80} {...field('name')} />
            <p className="mute text-sm">
              It starts as a draft that only you can see. Choose charts, dates and points, look at how it
              would have gone, and publish it when you're ready.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
            <Button
              type="submit"
              variant="primary"
              size="large"
              disabled={isSubmitting || drafts?.left === 0}
            >
              {isSubmitting ? 'Creating…' : 'Create draft'}
            </Button>
            <Link className="btn btn-ghost h-11 md:h-10" to="/events">
              Cancel
            </Link>
          </div>
        </form>
      </Panel>
    </div>
  )
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Three weeks from the next full hour a week from now. */
function firstRound(now: number) {
  const start = Math.ceil((now + 7 * dayMs) / hourMs) * hourMs
  const text = (at: number) => new Date(at).toISOString()
  return { name: 'Round 1', start: text(start), end: text(start + 21 * dayMs) }
}
