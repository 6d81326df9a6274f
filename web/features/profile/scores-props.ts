import type { PlayerGrades } from '@stepledger/contracts/http/player-home.ts'
import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { ReactNode } from 'react'
import type { Filters } from './filters.ts'

export interface ScoresProps {
  readonly playerId: string
  readonly plays: readonly ProfilePlay[]
  readonly meta: PageMeta
  /** Null while they could not be loaded. */
  readonly grades: PlayerGrades['grades'] | null
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  /** Whether the rows still belong to the previous filters. */
  readonly loading: boolean
  /** Action of the empty state. */
  readonly firstSteps: ReactNode
  readonly failure: { readonly text: string; readonly detail?: string; readonly onRetry: () => void } | null
}
