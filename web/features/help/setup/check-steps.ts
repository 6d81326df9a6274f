import type { ApiKey } from '@stepledger/contracts/http/api-keys.ts'

/** `next`: what this page waits for. */
export interface CheckStep {
  readonly state: 'done' | 'next' | 'later'
  readonly text: string
  readonly detail?: string
}

/** How far the setup of a player is, by the keys, once they are known. The play that is waited for ends it. */
export function checkSteps(keys: readonly ApiKey[] | undefined, hasPlays: boolean): CheckStep[] {
  const hasKey = (keys?.length ?? 0) > 0
  const used = (keys ?? []).filter(({ lastUsedAt }) => lastUsedAt !== null)
  const last = used.toSorted((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))[0]
  const client = last?.lastUsedClient
  return [
    { state: hasKey ? 'done' : 'next', text: 'A key for your game' },
    {
      state: last ? 'done' : hasKey ? 'next' : 'later',
      text: 'Your game reaches this site with it',
      ...(client ? { detail: `Last by ${client}` } : {}),
    },
    {
      state: last ? 'next' : 'later',
      text: hasPlays
        ? 'Your next play: play a song, and it shows up here'
        : 'Your first play: it shows up here by itself',
    },
  ]
}
