import { isOpen } from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionPage,
  getCompetitionPlayer,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import {
  getParticipation,
  leaveCompetition,
  listInvitations,
  listOwnCompetitions,
  listPlayerResults,
  type OwnParticipation,
  openInvitation,
  takePart,
} from '@stepledger/contracts/http/participation.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CallError } from '../../api/call-error.ts'
import { useCall, useRefetch } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { invitationIn } from '../../parts/competition/invitation-link.ts'
import { useIsVisitor, useLoginState, useUser } from '../../sign-in/use-session.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/states.tsx'

/** Whether players can take part in a competition and leave it: all but those of the site. */
export function hasParticipants({ owner, access, closed }: CompetitionPage): boolean {
  return closed === null && (owner !== null || !isOpen(access))
}

/** Minimum time between refetches, ms. */
const pause = 1_000

/** The reads that taking part and leaving make outdated. */
const shown = [
  getParticipation,
  getCompetitionPlayer,
  getCompetitionStandings,
  listInvitations,
  listOwnCompetitions,
  listPlayerResults,
]

interface Props {
  readonly competition: CompetitionPage
  /** Null for a visitor. */
  readonly participation: OwnParticipation | null
}

/** Whether the viewer takes part in an event, and the buttons to do so, ask and leave. */
export function TakingPart({ competition, participation }: Props) {
  const isVisitor = useIsVisitor()
  const loginState = useLoginState()
  const invitation = invitationIn(useLocation().hash)
  if (!hasParticipants(competition) || !(isVisitor || participation)) return null
  return (
    <section className="panel mt-4 md:mt-6" aria-label="Taking part">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        {participation ? (
          <Choice competition={competition} participation={participation} invitation={invitation} />
        ) : (
          <p className="min-w-0 grow basis-60">
            {whoTakesPart(competition, invitation !== null)}{' '}
            <Link className="link" to="/login" state={loginState}>
              Sign in
            </Link>{' '}
            first.
          </p>
        )}
      </div>
    </section>
  )
}

function Choice({
  competition,
  participation: { status, takesPart },
  invitation,
}: Props & { readonly participation: OwnParticipation; readonly invitation: string | null }) {
  const call = useCall()
  const refetchReads = useRefetch()
  const user = useUser()
  // The organisers may accept a player without a play, which changes no standings.
  useChangesOf(user && `player:${user.id}`, () => refetchReads([getParticipation]), pause)
  const { slug, access } = competition
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (join: boolean) =>
      join
        ? call(takePart, { params: { slug }, body: invitation === null ? {} : { invitation } })
        : call(leaveCompetition, { params: { slug } }),
    onSettled: () => refetchReads(shown),
  })
  const organises = [competition.owner, ...competition.organisers].some((each) => each?.id === user?.id)
  const hasJoined = status === 'in' || status === 'left'
  const isValid = useOpenedInvitation(
    slug,
    access !== 'invitation' || organises || hasJoined ? null : invitation,
  )
  const isInvited = organises || access !== 'invitation' || isValid || status === 'left'
  const mayJoin = status !== 'in' && status !== 'asked' && status !== 'refused' && isInvited
  const asks = access === 'accepted' && status !== 'left' && !organises
  const actions: { label: string; join: boolean; variant: ButtonVariant }[] = []
  if (mayJoin) {
    const variant = isOpen(access) && status === null ? 'plain' : 'primary'
    actions.push({ label: asks ? 'Ask to take part' : 'Take part', join: true, variant })
  }
  if (status === 'asked') actions.push({ label: 'Take the request back', join: false, variant: 'plain' })
  else if (takesPart) actions.push({ label: 'Leave', join: false, variant: 'ghost' })
  return (
    <>
      <p className={`min-w-0 grow ${status === 'in' ? '' : 'basis-60'}`} role="status">
        {status === null || status === 'cancelled'
          ? whoTakesPart(competition, isValid, organises, invitation !== null)
          : texts[status]}
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, join, variant }, nth) => (
          // The button that was pressed keeps the focus when it becomes another one.
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            key={nth}
            variant={variant}
            size="medium"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(join)}
          >
            {label}
          </Button>
        ))}
      </div>
      {error && !isPending && (
        <CallFailure
          className="basis-full"
          error={error}
          sentence={variables ? 'Failed to take part' : 'Failed to leave'}
        />
      )}
    </>
  )
}

/** Keeps an opened invitation in the list of the viewer; null keeps none. Returns whether there is one that may be valid. */
function useOpenedInvitation(slug: string, invitation: string | null): boolean {
  const call = useCall()
  const refetchReads = useRefetch()
  // Without it the invitation is just not in the list, so other errors are not shown.
  const { mutate, error } = useMutation({
    mutationFn: (code: string) => call(openInvitation, { params: { slug }, body: { invitation: code } }),
    onSuccess: () => refetchReads([listInvitations]),
  })
  useEffect(() => {
    if (invitation !== null) mutate(invitation)
  }, [invitation, mutate])
  return invitation !== null && !(error instanceof CallError && error.status === 403)
}

const texts = {
  asked: 'You asked to take part. The organisers decide.',
  in: 'You take part.',
  refused: "The organisers didn't accept you, so your plays don't count.",
  left: "You left: your plays don't count.",
} as const

/** Who takes part, for those who don't yet. */
function whoTakesPart(
  { access }: Pick<CompetitionPage, 'access'>,
  isInvited: boolean,
  organises = false,
  hasLink = isInvited,
): string {
  if (isOpen(access)) return "Everybody's plays count. Take part to see your place on home and in the game."
  const earlier = 'Your plays within the rounds count once you take part, also earlier ones.'
  if (organises) return `You organise this event. ${earlier}`
  if (access === 'accepted') return `The organisers decide who takes part. ${earlier}`
  if (isInvited) return `You're invited. ${earlier}`
  return hasLink
    ? 'This invitation link is no longer valid. Ask its organisers for a new one.'
    : 'This event is by invitation. Ask its organisers for the link.'
}
