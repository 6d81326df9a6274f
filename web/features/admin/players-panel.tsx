import {
  type FoundPlayer,
  findPlayers,
  grantPermission,
  type KeyRefusals,
  keyPrefixLength,
  revokePermission,
  signOutPlayer,
} from '@stepledger/contracts/http/operated-players.ts'
import { permission as allPermissions, type Permission } from '@stepledger/contracts/http/route.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { counted, Time } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { useDebounced } from '../../ui/use-now.ts'
import { ReasonDialog } from './operations.tsx'

/** Search for players and API keys, and what is done with a player. `onWipe`: called to wipe plays of a player. */
export function PlayersPanel({ onWipe }: { onWipe: (alias: string) => void }) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(queryOf(typed))
  const enabled = query.length >= 2
  const { data, error, refetch } = useRead(findPlayers, { query: { query } }, { enabled, keepPrevious: true })
  const found = enabled ? data : undefined
  const known = new Set(found?.players.flatMap(({ keys }) => keys.map(({ prefix }) => prefix)))
  const unknown = found?.refusals.filter(({ key }) => !known.has(key)) ?? []
  return (
    <Panel title="Players and keys">
      <div className="pad">
        <SearchField
          type="search"
          aria-label="Find players and API keys"
          placeholder="Alias, id or sl_…"
          maxLength={50}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {enabled && (
        <CallFailure className="m-4 mt-0" error={error} sentence="Failed to search" onRetry={refetch} />
      )}
      {enabled && !data && !error && <SkeletonRows rows={2} shape="board" />}
      {found && found.players.length + unknown.length === 0 && (
        <p className="mute pad pt-0 text-sm">No players or refused keys found.</p>
      )}
      {found && (
        <ul>
          {found.players.map((player) => (
            <PlayerRow key={player.userId} player={player} refusals={found.refusals} onWipe={onWipe} />
          ))}
          {unknown.map((refusal) => (
            <li key={`${refusal.key} ${refusal.reason}`} className="border-t border-line px-4 py-2.5 text-sm">
              <p>
                <code>{refusal.key}…</code> <span className="mute">belongs to no player.</span>
              </p>
              <RefusalLine refusal={refusal} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Of a pasted API key only the beginning is sent: the rest is a secret. */
function queryOf(typed: string): string {
  const text = typed.trim()
  return text.startsWith('sl_') ? text.slice(0, keyPrefixLength) : text
}

interface RowProps {
  readonly player: FoundPlayer
  readonly refusals: readonly KeyRefusals[]
  readonly onWipe: (alias: string) => void
}

function PlayerRow({ player, refusals, onWipe }: RowProps) {
  const { userId, alias, profileImageUrl, createdAt, permissions, lastPlayAt, keys } = player
  return (
    <li className="border-t border-line px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
        <div className="min-w-0 grow basis-40">
          <Link to={`/user/${userId}`} className="hit font-semibold wrap-anywhere hover:underline">
            {alias}
          </Link>
          <p className="mute text-xs">
            Joined <Time at={createdAt} format="short" /> ·{' '}
            {lastPlayAt === null ? (
              'no plays'
            ) : (
              <>
                last play <Time at={lastPlayAt} />
              </>
            )}
          </p>
        </div>
        {permissions.map((permission) => (
          <Tag key={permission}>{permission}</Tag>
        ))}
        <Button size="small" aria-label={`Wipe plays of ${alias}`} onClick={() => onWipe(alias)}>
          Wipe plays…
        </Button>
      </div>
      {keys.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {keys.map(({ prefix, lastUsedAt, createdAt: madeAt }) => (
            <li key={`${prefix} ${madeAt}`}>
              <code>{prefix}…</code>{' '}
              <span className="mute">
                {lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time at={lastUsedAt} />
                  </>
                )}
              </span>
              {refusals
                .filter(({ key }) => key === prefix)
                .map((refusal) => (
                  <RefusalLine key={refusal.reason} refusal={refusal} />
                ))}
            </li>
          ))}
        </ul>
      )}
      <PlayerActions player={player} />
    </li>
  )
}

const allowed: Readonly<Record<Permission, string>> = {
  'packs.upload': 'upload packs of songs',
  'ledger.operate': 'see and change everything on this page',
}

function PlayerActions({ player }: { player: FoundPlayer }) {
  const { userId, alias, permissions, sessions, keys } = player
  const signOut = (deletesKeys: boolean) => ({
    route: signOutPlayer,
    input: (reason: string) => ({ body: { input: { alias: userId, keys: deletesKeys }, reason } }),
  })
  const ended = `${counted(sessions.length, 'session')} of ${alias} end.`
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {allPermissions.options.map((permission) => {
        const input = (reason: string) => ({ body: { input: { alias: userId, permission }, reason } })
        return permissions.includes(permission) ? (
          <ReasonDialog
            key={permission}
            title={`Revoke ${permission} of ${alias}?`}
            text={`${alias} can no longer ${allowed[permission]}, from the next request on.`}
            action={`Revoke ${permission}`}
            label={`Revoke ${permission} of ${alias}`}
            route={revokePermission}
            input={input}
          />
        ) : (
          <ReasonDialog
            key={permission}
            title={`Grant ${permission} to ${alias}?`}
            text={`${alias} can ${allowed[permission]}, from the next request on.`}
            action={`Grant ${permission}`}
            label={`Grant ${permission} to ${alias}`}
            route={grantPermission}
            input={input}
          />
        )
      })}
      <ReasonDialog
        title={`Sign out ${alias}?`}
        text={`${ended} Anyone who knows the password can sign in again.`}
        action="Sign out"
        label={`Sign out ${alias}`}
        {...signOut(false)}
      />
      {keys.length > 0 && (
        <ReasonDialog
          title={`Sign out ${alias} and delete the API keys?`}
          text={`${ended} The game can't send plays with ${counted(keys.length, 'API key')} any more.`}
          action="Sign out and delete keys"
          label={`Sign out and delete keys of ${alias}`}
          {...signOut(true)}
        />
      )}
    </div>
  )
}

/** "12 plays refused (invalid), last …: hash: must be 16 lower-case hex digits". */
function RefusalLine({ refusal: { count, reason, lastAt, client, sample } }: { refusal: KeyRefusals }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-(--rival)">
        {counted(count, 'play')} refused ({reason})
      </span>
      <span className="mute">
        , last <Time at={lastAt} />: {sample}
        {client !== null && ` · ${client}`}
      </span>
    </p>
  )
}
