import {
  autocompleteUsers,
  type FoundPlayer,
  maxAliasesFound,
  minAliasSearch,
} from '@stepledger/contracts/http/players.ts'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { useDebounced } from '../../ui/use-now.ts'

/** Searches other players by a part of the alias; `found` is null below the minimum length and while loading. */
export function useAliasSearch(typed: string) {
  const user = useUser()
  const sought = useDebounced(typed.trim())
  const enabled = sought.length >= minAliasSearch
  const { data, error } = useRead(autocompleteUsers, { query: { query: sought } }, { enabled })
  const settled = enabled && sought === typed.trim()
  const found: readonly FoundPlayer[] | null =
    settled && data ? data.users.filter(({ userId }) => userId !== user?.id) : null
  return { found, error: settled ? error : null }
}

/** How many players a search found, announced to screen readers. `found`: null while nothing is searched. */
export function AliasSearchStatus({ text, found }: { text: string; found: number | null }) {
  return (
    <p className="mute mt-1.5 text-xs" role="status">
      {found === null
        ? 'Type at least 2 letters.'
        : found === 0
          ? `No players found for "${text.trim()}"`
          : found < maxAliasesFound
            ? `${found} found`
            : `First ${found} shown. Keep typing to narrow it down.`}
    </p>
  )
}
