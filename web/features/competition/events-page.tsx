import { listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import {
  listOrganisedCompetitions,
  type OrganisedCompetitions,
} from '@stepledger/contracts/http/organised-competitions.ts'
import {
  dismissInvitation,
  type KeptInvitation,
  listInvitations,
  listOwnCompetitions,
  type OwnCompetition,
} from '@stepledger/contracts/http/participation.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { timeLeft } from '../../parts/competition/competition-times.ts'
import { invitationPath } from '../../parts/competition/invitation-link.ts'
import { PosterPicture } from '../../parts/competition/poster-picture.tsx'
import { useIsVisitor, useLoginState, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { counted, countText, Time, timeFormats } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { LoadingPage, PageHeading, PageState } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, Empty } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'

/** All events for everybody, and those that the viewer organises, takes part in and was invited to. */
export function EventsPage() {
  const user = useUser()
  const isVisitor = useIsVisitor()
  const { data, error, refetch } = useRead(listCompetitions, {})
  const mine = useRead(listOrganisedCompetitions, {}, { enabled: user !== null })
  const own = useRead(listOwnCompetitions, {}, { enabled: user !== null })
  const invited = useRead(listInvitations, {}, { enabled: user !== null })
  if (!data || (user !== null && (mine.isPending || own.isPending || invited.isPending)))
    return (
      <PageState name="Events">
        {error ? (
          <CallFailure error={error} sentence="Failed to load events" onRetry={refetch} />
        ) : (
          <LoadingPage />
        )}
      </PageState>
    )
  const of = (phase: CompetitionSummary['phase']) => data.events.filter((event) => event.phase === phase)
  const running = of('running').toSorted((a, b) => Date.parse(a.end) - Date.parse(b.end))
  const coming = of('before').toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return (
    <div className="mx-auto min-h-dvh max-w-240">
      <PageHeading aside={<NewEvent isVisitor={isVisitor} mine={mine.data} />}>Events</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <CallFailure error={mine.error} sentence="Failed to load your events" onRetry={mine.refetch} />
        {mine.data && mine.data.cannotPublish !== null && (
          <p className="mute text-sm wrap-anywhere">{mine.data.cannotPublish}</p>
        )}
        {mine.data && <Mine {...mine.data} />}
        <CallFailure
          error={own.error}
          sentence="Failed to load the events you take part in"
          onRetry={own.refetch}
        />
        {own.data && <TakingPart events={own.data.events} />}
        <CallFailure
          error={invited.error}
          sentence="Failed to load your invitations"
          onRetry={invited.refetch}
        />
        {invited.data && <Invited invitations={invited.data.invitations} />}
        {data.events.length === 0 && (
          <section className="panel" aria-label="Events">
            <Empty title="No events yet" text="Running, coming and past events will be listed here." />
          </section>
        )}
        <Events title="Running" events={running} />
        <Events title="Coming" events={coming} />
        <Events title="Past" events={of('over')} />
      </div>
    </div>
  )
}

function NewEvent({
  isVisitor,
  mine,
}: {
  readonly isVisitor: boolean
  readonly mine: OrganisedCompetitions | undefined
}) {
  const loginState = useLoginState()
  if (isVisitor)
    return (
      <p className="mute text-sm">
        <Link className="link" to="/login" state={loginState}>
          Sign in
        </Link>{' '}
        to run an event of your own.
      </p>
    )
  if (mine?.limits.drafts.left === 0)
    return <p className="mute text-sm">You have {mine.limits.drafts.max} drafts, which is the limit.</p>
  return (
    <Link className="btn btn-primary h-11 md:h-10" to="/events/new">
      <Icon name="plus" /> New event
    </Link>
  )
}

/** The drafts and events of the viewer; nothing without any. */
function Mine({ drafts, events, limits }: OrganisedCompetitions) {
  if (drafts.length + events.length === 0) return null
  const { max, left } = limits.events
  return (
    <Panel title="Mine" aside={`${max - left} of ${counted(max, 'open event')}`}>
      <ul>
        {events.map(({ slug, name, role, phase, final, start, end, access, hidden }) => (
          <Row key={slug} to={`/event/${slug}`} name={name} aside={<Tag>{phaseText({ phase, final })}</Tag>}>
            <Dates start={start} end={end} />
            {role === 'organiser' && ' · co-organiser'}
            {access === 'address' && ' · by its address'}
            {access === 'invitation' && ' · by invitation'}
            {access === 'accepted' && ' · for those you accept'}
            {hidden && ' · hidden by the operators'}
          </Row>
        ))}
        {drafts.map(({ id, name, rounds, charts, updatedAt }) => (
          <Row
            key={id}
            to={`/events/drafts/${id}`}
            name={name.trim() || 'Event without a name'}
            aside={<Tag>Draft</Tag>}
          >
            {counted(rounds, 'round')}, {counted(charts, 'chart')} · saved <Time at={updatedAt} />
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

/** Those in which the viewer takes part or asked to, with the overall place; nothing without any. */
function TakingPart({ events }: { readonly events: readonly OwnCompetition[] }) {
  if (events.length === 0) return null
  return (
    <Panel title="Taking part">
      <ul>
        {events.map(({ event, status, place }) => (
          <Row
            key={event.slug}
            to={`/event/${event.slug}`}
            name={event.name}
            pictureUrl={event.pictureUrl}
            aside={status === 'asked' ? <Tag>Asked</Tag> : <Tag>{phaseText(event)}</Tag>}
          >
            <Dates start={event.start} end={event.end} />
            {place &&
              ` · #${countText(place.rank)} of ${countText(place.participants)}, ${countText(place.points)} points`}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

/** Those whose invitation link the viewer has opened; nothing without any. */
function Invited({ invitations }: { readonly invitations: readonly KeptInvitation[] }) {
  const call = useCall()
  const refetchReads = useRefetch()
  const dismiss = useMutation({
    mutationFn: (slug: string) => call(dismissInvitation, { params: { slug } }),
    onSettled: () => refetchReads([listInvitations]),
  })
  if (invitations.length === 0) return null
  return (
    <Panel title="Invited">
      <CallFailure className="m-4" error={dismiss.error} sentence="Failed to dismiss the invitation" />
      <ul>
        {invitations.map(({ slug, name, owner, phase, start, end, code }) => (
          <Row
            key={slug}
            to={invitationPath(slug, code)}
            name={name}
            aside={
              <span className="flex items-center gap-3">
                <Tag>{phaseText({ phase, final: false })}</Tag>
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Dismiss the invitation to ${name}`}
                  onClick={({ currentTarget }) => {
                    focusNeighbour(currentTarget, document.querySelector<HTMLElement>('main a.btn'))
                    dismiss.mutate(slug)
                  }}
                >
                  Dismiss
                </Button>
              </span>
            }
          >
            <Dates start={start} end={end} />
            {owner !== null && ` · by ${owner}`}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function phaseText({ phase, final }: Pick<CompetitionSummary, 'phase' | 'final'>): string {
  return final ? 'Final' : { before: 'Coming', running: 'Running', over: 'Over' }[phase]
}

/** The number of events that a list shows at first. */
const shownAtFirst = 20

function Events({ title, events }: { title: string; events: readonly CompetitionSummary[] }) {
  const now = useNow()
  const [all, setAll] = useState(false)
  if (events.length === 0) return null
  const shown = all ? events : events.slice(0, shownAtFirst)
  return (
    <Panel title={title}>
      <ul>
        {shown.map((event) => {
          const { slug, name, start, end, charts, rounds, owner, pictureUrl } = event
          return (
            <Row
              key={slug}
              to={`/event/${slug}`}
              name={name}
              pictureUrl={pictureUrl}
              aside={<span className="text-sm font-semibold">{timeLeft(event, now).main}</span>}
            >
              <Dates start={start} end={end} /> · {counted(rounds.length, 'round')},{' '}
              {counted(charts, 'chart')}
              {owner && (
                <>
                  {' · by '}
                  <Link className="hit hover:underline" to={`/user/${owner.id}`}>
                    {owner.alias}
                  </Link>
                </>
              )}
            </Row>
          )
        })}
      </ul>
      {shown.length < events.length && (
        <div className="border-t border-line px-4 py-2">
          <Button size="medium" variant="ghost" onClick={() => setAll(true)}>
            Show all {events.length}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const dayOf = (at: string) => timeFormats.day(new Date(at))

/** The days of an event: its end is exclusive. */
function Dates({ start, end }: Pick<CompetitionSummary, 'start' | 'end'>) {
  const last = new Date(Date.parse(end) - 1).toISOString()
  return (
    <span className="whitespace-nowrap">
      <Time at={start} format="day" />
      {dayOf(start) !== dayOf(last) && (
        <>
          {' to '}
          <Time at={last} format="day" />
        </>
      )}
    </span>
  )
}

interface RowProps {
  readonly to: string
  readonly name: string
  readonly pictureUrl?: string | null
  readonly aside: ReactNode
  readonly children: ReactNode
}

function Row({ to, name, pictureUrl = null, aside, children }: RowProps) {
  const rowLink = useRowLink()
  return (
    <li
      {...rowLink(
        to,
        'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-base-content/5',
      )}
    >
      {pictureUrl !== null && (
        <PosterPicture url={pictureUrl} lazy className="w-full rounded-[2px] sm:w-36" />
      )}
      <div className="min-w-0 grow basis-60">
        <Link className="hit block text-lg font-bold wrap-anywhere hover:underline" to={to}>
          {name}
        </Link>
        <p className="mute text-sm wrap-anywhere">{children}</p>
      </div>
      <span className="flex-none">{aside}</span>
    </li>
  )
}
