import type { AnalysisColumn } from '@stepledger/contracts/analysis/table.ts'

/** The request to the Parquet worker; `url` is on this host. */
export interface ReadRequest {
  readonly url: string
  readonly columns: readonly Pick<AnalysisColumn, 'name' | 'type'>[]
}

/** The worker's messages: bytes since the last message, an Arrow stream, or the outcome. */
export type ReadMessage =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'rows'; readonly stream: Uint8Array }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
