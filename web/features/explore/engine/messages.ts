import type { AnalysisColumn } from '@stepledger/contracts/analysis/table.ts'

/** To the worker that reads Parquet: a file, by its address on this host. */
export interface ReadRequest {
  readonly url: string
  readonly columns: readonly Pick<AnalysisColumn, 'name' | 'type'>[]
}

/** From it: bytes that arrived since the last message, a stream of Arrow, or how it ended. */
export type ReadMessage =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'rows'; readonly stream: Uint8Array }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
