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

export interface Parts {
  readonly call: Call
  readonly queries: QueryClient
  readonly session: SessionStore
  readonly proofs: ProofRequests
  readonly live: Live
  readonly outage: Outage
  readonly activeBoard: ActiveBoard
}

export function Providers({ parts, children }: { parts: Parts; children: ReactNode }) {
  return (
    <QueryClientProvider client={parts.queries}>
      <CallContext value={parts.call}>
        <SessionContext value={parts.session}>
          <LiveContext value={parts.live}>
            <OutageContext value={parts.outage}>
              <ProofContext value={parts.proofs}>
                <ActiveBoardContext value={parts.activeBoard}>{children}</ActiveBoardContext>
              </ProofContext>
            </OutageContext>
          </LiveContext>
        </SessionContext>
      </CallContext>
    </QueryClientProvider>
  )
}
