import { logout } from '@stepledger/contracts/http/accounts.ts'
import type { AuthAnswer, User } from '@stepledger/contracts/http/shapes/user.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useCall } from '../api/use-call.ts'
import { useDependencies } from '../app/use-dependencies.ts'
import { refreshUser, type SessionState } from './session-store.ts'

export const useSessionStore = () => useDependencies().session

export function useSession(): SessionState {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.get)
}

export function useUser(): User | null {
  return useSession().user
}

/**
 * Whether the viewer is signed out. Both this and a user are missing while a stored session could not be checked yet and
 * its user is unknown.
 */
export function useIsVisitor(): boolean {
  return useSession().token === null
}

/** Signs in with an auth response (the user is then refetched), and signs out. */
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
        // Sent while the token is still set. The local session ends even if the call fails.
        void call(logout, {}).catch(() => undefined)
        store.end('logout')
      },
      refresh: () => refreshUser(store, call),
    }),
    [store, call],
  )
}

/** A player's relation to the viewer. Applied in the browser, because pages are cached for everyone. */
export function useRelations(): (playerId: string) => Relation {
  const user = useUser()
  const rivals = useMemo(() => new Set(user?.rivalUserIds ?? []), [user])
  return useCallback(
    (playerId) => (playerId === user?.id ? 'own' : rivals.has(playerId) ? 'rival' : null),
    [user, rivals],
  )
}

/** The relation of a player to the viewer; null: neither. */
export type Relation = 'own' | 'rival' | null

/**
 * The router state of links to /login and /register, which leads back to this page after login. Those two pages pass on
 * their own.
 */
export function useLoginState(): unknown {
  const location = useLocation()
  const { pathname, state } = location
  return pathname === '/login' || pathname === '/register' ? state : { from: location }
}

/** The browser's IANA time zone, with which the server interprets local times of late plays. */
export function browserTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}
