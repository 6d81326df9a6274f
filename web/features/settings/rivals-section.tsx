import { listRivals } from '@stepledger/contracts/http/rivals.ts'
import { maxRivals } from '@stepledger/contracts/rivals/max-rivals.ts'
import { Link } from 'react-router-dom'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { PlayerSearch } from '../../parts/rivals/player-search.tsx'
import { useRivalSwitch } from '../../parts/rivals/use-rival-switch.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Time } from '../../ui/time.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

/** The player's rivals and a search for more. Removals are optimistic and rolled back on failure. */
export function RivalsSection() {
  const user = useUser()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(listRivals, {})
  const { setRival, failure } = useRivalSwitch(() => void refetchReads([listRivals]))

  if (!data) return <UnloadedRows error={error} sentence="Failed to load rivals" onRetry={refetch} />
  const ids = new Set(user?.rivalUserIds)
  const rivals = data.rivals.filter(({ userId }) => ids.has(userId))
  return (
    <>
      <PlayerSearch rivalIds={ids} onChange={setRival} />
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {rivals.length === 0 ? (
        <Empty
          title="No rivals yet"
          text="Search for a player above, or choose Add Rival on their profile. We'll highlight their scores for you."
        />
      ) : (
        <>
          <p className="mute border-b border-line px-4 py-2 text-xs">
            {rivals.length} of {maxRivals} rivals
          </p>
          <ul>
            {rivals.map(({ userId, alias, profileImageUrl, createdAt }) => (
              <li
                key={userId}
                className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0"
              >
                <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
                <div className="min-w-0 flex-1">
                  <Link className="block truncate font-semibold hover:underline" to={`/user/${userId}`}>
                    {alias}
                  </Link>
                  <p className="mute text-xs">
                    since <Time at={createdAt} format="day" />
                  </p>
                </div>
                <Button size="small" aria-label={`Remove ${alias}`} onClick={() => setRival(userId, false)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
