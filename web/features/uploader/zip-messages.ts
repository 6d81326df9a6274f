/** The request to the worker. */
export interface ZipOrder {
  readonly files: readonly { readonly path: string; readonly file: File }[]
}

export interface ZipProgress {
  /** Files added so far. */
  readonly files: number
  /** Their uncompressed size. */
  readonly bytes: number
  /** The path of the current file. */
  readonly current: string
}

/** A message from the worker; `zip` and `failed` are final. */
export type ZipAnswer =
  | { readonly kind: 'progress'; readonly progress: ZipProgress }
  | { readonly kind: 'zip'; readonly zip: Blob }
  | { readonly kind: 'failed' }
