import { foldInProcess } from '../fold-in-process.ts'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

/** Runs `work` with a projector: that of the server, or one in this process if none runs. */
export function withProjector<T>(store: Store, { log }: Output, work: () => Promise<T>): Promise<T> {
  return store.server === null ? foldInProcess(store, log, work) : work()
}
