import { listRivalRecords, type RivalRecord } from '@stepledger/contracts/http/rivals.ts'
import { maxRivals } from '@stepledger/contracts/rivals/max-rivals.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { countText, Time } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { Pagination, pageFrom } from '../../ui/pagination.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { CallFailure, Empty, ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { useActiveBoard } from '../leaderboard/active-board.tsx'
import { AliasSearchStatus, useAliasSearch } from '../players/alias-search.tsx'
import { LeadBar } from './lead.tsx'
import { useRivalSwitch } from './use-rival-switch.ts'

/** The viewer's rivals with the record against each, and a search for players. Removals are optimistic. */
export function RivalsList() {
  const user = useUser()
  const refetchReads = useRefetch()
  const [search] = useSearchParams()
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    listRivalRecords,
    { query: { leaderboard: board, page: pageFrom(search.get('page')) } },
    { keepPrevious: true },
  )
  const { setRival, failure } = useRivalSwitch(() => void refetchReads([listRivalRecords]))
  const ids = new Set(user?.rivalUserIds)
  const rivals = data?.rivals.filter((rival) => ids.has(rival.user.id)) ?? []
  return (
    <>
      <PlayerSearch rivalIds={ids} onChange={setRival} />
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {!data ? (
        <UnloadedRows error={error} sentence="Failed to load rivals" onRetry={refetch} rows={6} />
      ) : ids.size === 0 ? (
        <Empty
          title="No rivals yet"
          text="Search for a player above and look at their profile, or add them right away. We'll highlight their scores for you."
        />
      ) : (
        <>
          <p className="mute border-b border-line px-4 py-2 text-xs">
            {ids.size} of {maxRivals} rivals
          </p>
          <ul>
            {rivals.map((rival) => (
              <RivalRow key={rival.user.id} rival={rival} onRemove={() => setRival(rival.user.id, false)} />
            ))}
          </ul>
          <Pagination meta={data.meta} />
        </>
      )}
    </>
  )
}

interface Props {
  readonly rival: RivalRecord
  readonly onRemove: () => void
}

function RivalRow({ rival: { user, since, playedAt, record }, onRemove }: Props) {
  const rowLink = useRowLink()
  const { ahead, level, behind } = record
  const common = ahead + level + behind
  return (
    <li
      {...rowLink(
        `/rivals/${user.id}`,
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0 md:grid-cols-[auto_minmax(0,16rem)_minmax(0,1fr)_auto]',
      )}
    >
      <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="2rem" />
      <div className="min-w-0">
        <Link className="hit block truncate font-semibold hover:underline" to={`/rivals/${user.id}`}>
          {user.alias}
        </Link>
        <p className="mute text-xs">
          {playedAt === null ? (
            <>
              rival since <Time at={since} format="day" />
            </>
          ) : (
            <>
              last played <Time at={playedAt} format="short" />
            </>
          )}
        </p>
      </div>
      <div className="max-md:order-last max-md:col-span-3">
        {common === 0 ? (
          <p className="mute text-sm">No charts in common</p>
        ) : (
          <>
            <p className="mb-1 flex justify-between text-xs" aria-hidden="true">
              <span className="ic-own font-semibold">{countText(ahead)}</span>
              {level > 0 && <span className="mute">{countText(level)} level</span>}
              <span className="ic-rival font-semibold">{countText(behind)}</span>
            </p>
            <LeadBar record={record} alias={user.alias} isRival />
          </>
        )}
      </div>
      <Button size="small" aria-label={`Remove ${user.alias}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

interface PlayerSearchProps {
  readonly rivalIds: ReadonlySet<string>
  readonly onChange: (playerId: string, rival: boolean) => void
}

/** Finds players by alias: the name opens the profile, the button adds or removes the rival. */
function PlayerSearch({ rivalIds, onChange }: PlayerSearchProps) {
  const [text, setText] = useState('')
  const { found, error } = useAliasSearch(text)
  const isOpen = text.trim() !== '' && found !== null
  return (
    <div className="border-b border-line px-4 py-3">
      <SearchField
        type="search"
        className="h-11 w-full md:h-10 md:w-96"
        aria-label="Search players by alias"
        placeholder="Search players..."
        maxLength={50}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <AliasSearchStatus text={text} found={isOpen ? found.length : null} />
      {isOpen && found.length > 0 && (
        <ul className="mt-1 grid md:max-w-xl" aria-label="Players">
          {found.map(({ userId, alias, profileImageUrl }) => {
            const rival = rivalIds.has(userId)
            return (
              <li key={userId} className="flex items-center gap-3 py-1">
                <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
                <Link
                  className="hit min-w-0 flex-1 truncate font-semibold hover:underline"
                  to={`/user/${userId}`}
                >
                  {alias}
                </Link>
                <Link className="btn btn-ghost btn-sm h-10 max-sm:hidden md:h-8" to={`/rivals/${userId}`}>
                  Compare
                </Link>
                <Button
                  size="small"
                  aria-label={`${rival ? 'Remove' : 'Add'} Rival ${alias}`}
                  onClick={() => onChange(userId, !rival)}
                >
                  {rival ? 'Remove Rival' : 'Add Rival'}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <CallFailure className="mt-2" error={error} sentence="Failed to search players" />
    </div>
  )
}
