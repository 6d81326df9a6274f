export interface ZipOrder {
  readonly files: readonly { readonly path: string; readonly file: File }[]
}

export interface ZipProgress {
  readonly files: number
  /** Their uncompressed size. */
  readonly bytes: number
  readonly current: string
}

/** A message from the worker; `zip` and `failed` are final. */
export type ZipAnswer =
  | { readonly kind: 'progress'; readonly progress: ZipProgress }
  | { readonly kind: 'zip'; readonly zip: Blob }
  | { readonly kind: 'failed' }
