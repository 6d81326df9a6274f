import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Call } from '../api/client.ts'
import type { Outage } from '../api/outage.ts'
import type { Live } from '../live/connection.ts'
import type { ActiveBoard } from '../parts/leaderboard/board-store.ts'
import type { ProofRequests } from '../sign-in/proof-requests.ts'
import type { SessionStore } from '../sign-in/session-store.ts'

export interface Dependencies {
  readonly call: Call
  readonly queries: QueryClient
  readonly session: SessionStore
  readonly proofs: ProofRequests
  readonly live: Live
  readonly outage: Outage
  readonly activeBoard: ActiveBoard
}

export const DependenciesContext = createContext<Dependencies | null>(null)

export function useDependencies(): Dependencies {
  const dependencies = useContext(DependenciesContext)
  if (dependencies === null) throw new Error('DependenciesContext is not provided')
  return dependencies
}
