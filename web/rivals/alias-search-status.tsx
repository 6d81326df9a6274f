import { maxAliasesFound } from '@stepledger/contracts/http/players.ts'

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
