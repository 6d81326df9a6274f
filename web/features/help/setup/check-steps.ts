import type { ApiKey } from '@stepledger/contracts/http/api-keys.ts'

/** `next`: the step in progress. */
export interface CheckStep {
  readonly state: 'done' | 'next' | 'later'
  readonly text: string
  readonly detail?: string
}

/** The progress of the setup, derived from the keys; undefined while loading. The awaited play completes it. */
export function checkSteps(keys: readonly ApiKey[] | undefined, hasPlays: boolean): CheckStep[] {
  const hasKey = (keys?.length ?? 0) > 0
  const used = (keys ?? []).filter(({ lastUsedAt }) => lastUsedAt !== null)
  const last = used.toSorted((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))[0]
  const client = last?.lastUsedClient
  return [
    { state: hasKey ? 'done' : 'next', text: 'A key for your game' },
    {
      state: last ? 'done' : hasKey ? 'next' : 'later',
      text: 'Your game connects with this key',
      ...(client ? { detail: `Last by ${client}` } : {}),
    },
    {
      state: last ? 'next' : 'later',
      text: hasPlays
        ? 'Play a song, and it will show up here'
        : 'Play your first song, and it will show up here',
    },
  ]
}
