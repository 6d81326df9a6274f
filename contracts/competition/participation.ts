import { z } from 'zod'
import { type Decided, type Decider, type Recorded, type Refusal, streamKind } from '../decider.ts'
import type { CompetitionState } from './competition.ts'
import { type CompetitionAccess, isOpen } from './competition-document.ts'
import { type ParticipationStatus, participationStatus } from './participation-events.ts'

/** Maximum players who take part in a competition that is not for everybody, and who wait to be accepted. */
export const maxParticipants = 20_000
export const maxRequests = 1_000

/** Maximum invitations of a player that are kept until they are accepted; then the oldest are dropped. */
export const maxInvitations = 20

/** Maximum players who are accepted or refused at once. */
export const maxDecidedAtOnce = 100

/** A player in a competition; `status` null: neither asked nor took part. */
const participationState = z.object({
  version: z.int(),
  offset: z.int(),
  status: participationStatus.nullable(),
})
type State = z.infer<typeof participationState>

/**
 * `competition`: as it is now; concurrent changes of it are not seen. `invited`: with the code of its invitation link, or as
 * one of its organisers.
 */
export type ParticipationCommand = {
  readonly competition: Pick<CompetitionState, 'document' | 'owner' | 'closed'>
} & (
  | { readonly type: 'takePart'; readonly invited: boolean }
  | { readonly type: 'leave' }
  | { readonly type: 'accept' | 'refuse'; readonly by: string }
)

type Event = Decided<'EventParticipationChanged'>

const decider: Decider<State, ParticipationCommand, Event> = {
  initial: { version: 0, offset: -1, status: null },
  evolve(state: State, { data }: Event & Recorded): State {
    return state.status === data.to ? state : { ...state, status: data.to }
  },
  decide({ status }, command) {
    const { document, closed } = command.competition
    if (closed) return refused('closed', 'The standings are final')
    const to = 'by' in command ? decided(status, command) : chosen(status, command)
    if (typeof to !== 'string') return to
    const by = 'by' in command ? command.by : null
    return [{ type: 'EventParticipationChanged', data: { slug: document.slug, to, by } }]
  },
}

/** What the player becomes by a command of their own. */
function chosen(
  status: ParticipationStatus | null,
  command: Extract<ParticipationCommand, { type: 'takePart' | 'leave' }>,
): ParticipationStatus | Refusal {
  const { document, owner } = command.competition
  const { access } = document
  const isOfSite = isOpen(access) && owner === null && status !== 'left'
  if (isOfSite) return refused('of-site', 'Events of the site are for everybody')
  if (command.type === 'leave') {
    if (status === 'asked') return 'cancelled'
    return takesPart(access, status) ? 'left' : refused('not-in', "You don't take part")
  }
  if (status === 'in') return refused('in', 'You take part already')
  if (status === 'left' || isOpen(access)) return 'in'
  if (status === 'refused') return refused('refused', "The organisers didn't accept you")
  if (command.invited) return 'in'
  if (access === 'invitation') return notInvited
  return status === 'asked' ? refused('asked', 'You asked already') : 'asked'
}

/** What the player becomes by a decision of the organisers. */
function decided(
  status: ParticipationStatus | null,
  { type, competition: { document } }: Extract<ParticipationCommand, { type: 'accept' | 'refuse' }>,
): ParticipationStatus | Refusal {
  if (isOpen(document.access)) return refused('open', 'Everybody takes part in this event')
  const of: readonly (ParticipationStatus | null)[] =
    type === 'accept' ? ['asked', 'refused'] : ['asked', 'in']
  if (of.includes(status)) return type === 'accept' ? 'in' : 'refused'
  return refused('not-asked', 'This player was decided on already, or took the request back')
}

/** Whether a player's plays count, if they fit. */
export function takesPart(access: CompetitionAccess, status: ParticipationStatus | null): boolean {
  return isOpen(access) ? status !== 'left' : status === 'in'
}

export const notInvited: Refusal = {
  code: 'not-invited',
  message: 'This invitation link is no longer valid',
}

function refused(code: string, message: string): Refusal {
  return { code, message }
}

/** A stream is a player in a competition. */
export const participation = streamKind({
  name: 'participation',
  types: ['EventParticipationChanged'],
  state: participationState,
  decider,
  streamOf: ({ key, data }) => participationOf(key, data.slug),
  eventKeyOf: (stream) => stream.slice(0, stream.indexOf(' ')),
})

export function participationOf(player: string, slug: string): string {
  return `${player} ${slug}`
}
