import type { Tail } from './tail.ts'

interface TailRefresher {
  /** Refreshes the tail. One refresh at a time; requests during a refresh are coalesced into one more. */
  refresh(): Promise<void>
  /** The next refresh reads the changes of packs too. */
  markPacksChanged(): void
}

/** `onNews`: called when a refresh found messages. */
export function tailRefresher(tail: Pick<Tail, 'refresh'>, onNews: () => void): TailRefresher {
  let refreshing: Promise<void> | null = null
  let refreshAgain = false
  let packsChanged = true

  async function refreshUntilCurrent(): Promise<void> {
    while (refreshAgain) {
      refreshAgain = false
      const packs = packsChanged
      packsChanged = false
      try {
        if (await tail.refresh(packs)) onNews()
      } catch (error) {
        packsChanged = true
        throw error
      }
    }
  }
  return {
    refresh() {
      refreshAgain = true
      refreshing ??= refreshUntilCurrent().finally(() => {
        refreshing = null
      })
      return refreshing
    },
    markPacksChanged() {
      packsChanged = true
    },
  }
}
