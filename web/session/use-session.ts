import { logout } from '@stepledger/contracts/http/accounts.ts'
import type { AuthAnswer, User } from '@stepledger/contracts/http/shapes/user.ts'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { useCall } from '../api/use-call.ts'
import type { Relation } from '../ui/relation.ts'
import { refreshUser } from './session-start.ts'
import type { SessionState, SessionStore } from './session-store.ts'

export const SessionContext = createContext<SessionStore | null>(null)

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (store === null) throw new Error('SessionContext is not provided')
  return store
}

export function useSession(): SessionState {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Who is signed in, null for a visitor. */
export function useUser(): User | null {
  return useSession().user
}

/** Signing in with any auth answer (the user is then fetched again), and out. */
export function useSigning() {
  const store = useSessionStore()
  const call = useCall()
  return useMemo(
    () => ({
      signIn: async (answer: AuthAnswer) => {
        store.begin(answer.token, answer.user, answer.device)
        await refreshUser(store, call)
      },
      signOut: () => {
        // The server hears of it while the token is still there; the session here ends whatever it says.
        void call(logout, {}).catch(() => undefined)
        store.end('logout')
      },
      refresh: () => refreshUser(store, call),
    }),
    [store, call],
  )
}

/** What a player is to the viewer: pages are the same for everyone, and this is painted in the browser. */
export function useRelations(): (playerId: string) => Relation {
  const user = useUser()
  const rivals = useMemo(() => new Set(user?.rivalUserIds ?? []), [user])
  return useCallback(
    (playerId) => (playerId === user?.id ? 'own' : rivals.has(playerId) ? 'rival' : null),
    [user, rivals],
  )
}
