import { createListeners } from '../../app/listeners.ts'

/** `unsaved`: waits for a pause in typing. */
export type SaveState =
  | { readonly status: 'saved' | 'unsaved' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }

interface Options<Value> {
  /** Stores a value over the given version; resolves to the new version. */
  readonly save: (value: Value, version: number) => Promise<number>
  /** The stored version. */
  readonly version: number
  /** The debounce of changes, ms. */
  readonly pause: number
}

export interface Autosave<Value> {
  readonly change: (value: Value) => void
  /** Saves what is left; rejects if that fails. Resolves to the stored version. */
  readonly flush: () => Promise<number>
  readonly get: () => SaveState
  readonly subscribe: (listener: () => void) => () => void
}

/** Saves a value after each change, one request at a time: changes during a request are saved together after it. */
export function createAutosave<Value>({ save, version: stored, pause }: Options<Value>): Autosave<Value> {
  const listeners = createListeners()
  let state: SaveState = { status: 'saved' }
  let version = stored
  let unsaved: { readonly value: Value } | null = null
  let running: Promise<number> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (next: SaveState) => {
    state = next
    listeners.notify()
  }
  const run = async () => {
    while (unsaved) {
      const { value } = unsaved
      unsaved = null
      set({ status: 'saving' })
      try {
        version = await save(value, version)
      } catch (error) {
        unsaved ??= { value }
        set({ status: 'failed', error })
        throw error
      }
    }
    set({ status: 'saved' })
    return version
  }
  const flush = () => {
    clearTimeout(timer)
    if (!running && !unsaved) return Promise.resolve(version)
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  return {
    change(value) {
      unsaved = { value }
      if (!running) set({ status: 'unsaved' })
      clearTimeout(timer)
      // A failure is part of the state.
      timer = setTimeout(() => void flush().catch(() => undefined), pause)
    },
    flush,
    get: () => state,
    subscribe: listeners.subscribe,
  }
}
