import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Call } from '../api/client.ts'
import type { Outage } from '../api/outage.ts'
import { CallContext } from '../api/use-call.ts'
import { OutageContext } from '../api/use-outage.ts'
import type { ActiveBoard } from '../leaderboard/active-board.ts'
import { ActiveBoardContext } from '../leaderboard/use-active-board.ts'
import type { Live } from '../live/connection.ts'
import { LiveContext } from '../live/use-topic.ts'
import { ProofContext } from '../sign-in/proof-context.ts'
import type { ProofRequests } from '../sign-in/proof-requests.ts'
import type { SessionStore } from '../sign-in/session-store.ts'
import { SessionContext } from '../sign-in/use-session.ts'

/** What components get from contexts. */
export interface Dependencies {
  readonly call: Call
  readonly queries: QueryClient
  readonly session: SessionStore
  readonly proofs: ProofRequests
  readonly live: Live
  readonly outage: Outage
  readonly activeBoard: ActiveBoard
}

export function Providers({ dependencies, children }: { dependencies: Dependencies; children: ReactNode }) {
  return (
    <QueryClientProvider client={dependencies.queries}>
      <CallContext value={dependencies.call}>
        <SessionContext value={dependencies.session}>
          <LiveContext value={dependencies.live}>
            <OutageContext value={dependencies.outage}>
              <ProofContext value={dependencies.proofs}>
                <ActiveBoardContext value={dependencies.activeBoard}>{children}</ActiveBoardContext>
              </ProofContext>
            </OutageContext>
          </LiveContext>
        </SessionContext>
      </CallContext>
    </QueryClientProvider>
  )
}
