/** What the page asks of the worker: to put these into one zip. */
export interface ZipOrder {
  readonly files: readonly { readonly path: string; readonly file: File }[]
}

export interface ZipProgress {
  /** Files that are in. */
  readonly files: number
  /** What they have together, unzipped. */
  readonly bytes: number
  /** The one that is put in, by its path. */
  readonly current: string
}

/** What the worker says; after `zip` or `failed`, nothing more. */
export type ZipAnswer =
  | { readonly kind: 'progress'; readonly progress: ZipProgress }
  | { readonly kind: 'zip'; readonly zip: Blob }
  | { readonly kind: 'failed' }
