import { maxDecidedAtOnce } from '@stepledger/contracts/competition/participation.ts'
import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import {
  decideParticipants,
  getInvitation,
  listParticipants,
  participantsPageSize,
  renewInvitation,
} from '@stepledger/contracts/http/participation.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { invitationLink } from '../../parts/competition/invitation-link.ts'
import { Button, ConfirmButton, CopyButton } from '../../ui/button.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { CallFailure, UnloadedRows } from '../../ui/states.tsx'
import { CheckField, TextField } from '../../ui/text-field.tsx'

/** Who takes part in an event that is not for everybody: its invitation link, and the players by what they are. */
export function PlayersForm({ competition: { slug, access } }: { readonly competition: CompetitionPage }) {
  const lists = access === 'accepted' ? (['asked', 'in', 'refused'] as const) : (['in', 'refused'] as const)
  const [list, setList] = useState<(typeof lists)[number]>(access === 'accepted' ? 'asked' : 'in')
  return (
    <>
      {access === 'invitation' && <InvitationLink slug={slug} />}
      <div className="pad pb-0">
        <RadioButtons
          label="Players"
          className="lb tabs max-w-full overflow-x-auto"
          value={list}
          onChange={setList}
          choices={lists.map((value) => ({ value, className: 'plain', content: names[value] }))}
        />
      </div>
      <Players key={list} slug={slug} status={list} />
    </>
  )
}

const names = { asked: 'Asked', in: 'Taking part', refused: 'Not accepted' } as const
const empty = {
  asked: 'Nobody waits to be accepted.',
  in: 'Nobody takes part yet.',
  refused: 'You refused nobody.',
} as const

function InvitationLink({ slug }: { readonly slug: string }) {
  const call = useCall()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(getInvitation, { params: { slug } })
  const renew = useMutation({
    mutationFn: () => call(renewInvitation, { params: { slug } }),
    onSettled: () => refetchReads([getInvitation]),
  })
  const field = useRef<HTMLInputElement>(null)
  const isMade = useRef(false)
  const hasLink = data !== undefined && data.code !== null
  useEffect(() => {
    // The field takes the place of the button.
    if (hasLink && isMade.current) field.current?.focus()
  }, [hasLink])
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the link" onRetry={refetch} rows={1} />
  const link = data.code === null ? null : invitationLink(slug, data.code)
  return (
    <div className="pad grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line">
      {link === null ? (
        <p>There's no invitation link yet. Nobody else can take part without one.</p>
      ) : (
        <TextField
          ref={field}
          label="Invitation link"
          hint="Anyone who has it can take part. Send it to the players you invite."
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {link === null ? (
          <Button
            variant="primary"
            size="medium"
            disabled={renew.isPending}
            onClick={() => {
              isMade.current = true
              renew.mutate()
            }}
          >
            Make a link
          </Button>
        ) : (
          <>
            <CopyButton text={link} label="Copy link" withLabel />
            <ConfirmButton
              size="small"
              title="Renew the invitation link?"
              text="The link that you have sent so far won't work any more. Those who take part already stay."
              action="Renew"
              onConfirm={() => renew.mutateAsync()}
            >
              Renew
            </ConfirmButton>
          </>
        )}
      </div>
      <CallFailure error={renew.error} sentence="Failed to make a link" />
    </div>
  )
}

interface ListProps {
  readonly slug: string
  readonly status: keyof typeof names
}

/** The players of a list, who are chosen, and then accepted or refused together. */
function Players({ slug, status }: ListProps) {
  const call = useCall()
  const refetchReads = useRefetch()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const saved = useRef<HTMLParagraphElement>(null)
  const { data, error, refetch } = useRead(
    listParticipants,
    { params: { slug }, query: { status, page } },
    { keepPrevious: true },
  )
  const decide = useMutation({
    mutationFn: (accepted: boolean) =>
      call(decideParticipants, { params: { slug }, body: { players: [...chosen], accepted } }),
    onSuccess: () => {
      setChosen(new Set())
      // Without chosen players the pressed button is disabled or removed.
      saved.current?.focus()
    },
    onSettled: () => refetchReads([listParticipants]),
  })
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the players" onRetry={refetch} rows={3} />
  const { players, meta } = data
  // All players of the last page were decided on.
  if (players.length === 0 && page > 1) setPage(page - 1)
  const isFull = chosen.size >= maxDecidedAtOnce
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const areAllChosen = players.every(({ user }) => chosen.has(user.id))
  const result = decide.data
  return (
    <>
      {players.length === 0 && <p className="mute pad pb-0">{empty[status]}</p>}
      <ul aria-label={names[status]} className="mt-2 border-t border-line empty:hidden">
        {players.map(({ user, since }) => (
          <li key={user.id} className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              aria-label={user.alias}
              checked={chosen.has(user.id)}
              disabled={isFull && !chosen.has(user.id)}
              onChange={({ target }) => choose(user.id, target.checked)}
            />
            <PlayerName player={user} relation={null} withAvatar />
            <Time at={since} format="short" className="mute ml-auto text-sm whitespace-nowrap" />
          </li>
        ))}
      </ul>
      <div className="pad flex flex-wrap items-center gap-x-4 gap-y-2">
        {players.length > 0 && (
          <CheckField
            label={`All ${countText(players.length)}${meta.totalPages > 1 ? ' on this page' : ''}`}
            checked={areAllChosen}
            onChange={({ target }) =>
              setChosen(target.checked ? new Set(players.map(({ user }) => user.id)) : new Set())
            }
          />
        )}
        {players.length > 0 && status !== 'in' && (
          <Button
            variant="primary"
            size="medium"
            disabled={chosen.size === 0 || decide.isPending}
            onClick={() => decide.mutate(true)}
          >
            Accept {chosen.size > 0 && countText(chosen.size)}
          </Button>
        )}
        {players.length > 0 && status !== 'refused' && (
          <Button
            size="medium"
            disabled={chosen.size === 0 || decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            {status === 'in' ? 'Remove' : 'Refuse'} {chosen.size > 0 && countText(chosen.size)}
          </Button>
        )}
        {meta.totalPages > 1 && (
          <span className="ml-auto flex items-center gap-2">
            <Button size="small" variant="ghost" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className="mute text-sm">
              {countText((page - 1) * participantsPageSize + 1)} to{' '}
              {countText((page - 1) * participantsPageSize + players.length)} of {countText(meta.total)}
            </span>
            <Button
              size="small"
              variant="ghost"
              disabled={page >= meta.totalPages}
              onClick={() => setPage(page + 1)}
            >
              Next
            </Button>
          </span>
        )}
        <p ref={saved} tabIndex={-1} className="mute basis-full text-sm" role="status">
          {result &&
            (result.left.length === 0
              ? `Saved for ${counted(result.decided, 'player')}.`
              : `Saved for ${counted(result.decided, 'player')}. ${counted(result.left.length, 'other')} had changed in the meantime.`)}
        </p>
        <CallFailure className="basis-full" error={decide.error} sentence="Failed to save this" />
      </div>
    </>
  )
}
