import { createListeners } from '../app/listeners.ts'
/** Requests to confirm the player's identity, all answered by one dialog. */
export interface ProofRequests {
  /** Resolves to whether the identity was confirmed. Requests while one is open share its answer. */
  readonly request: () => Promise<boolean>
  readonly isOpen: () => boolean
  readonly answer: (isProved: boolean) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createProofRequests(): ProofRequests {
  const { notify, subscribe } = createListeners()
  let open: { readonly answer: Promise<boolean>; readonly resolve: (isProved: boolean) => void } | null = null
  return {
    request: () => {
      if (open !== null) return open.answer
      let resolve: (isProved: boolean) => void = () => {}
      const answer = new Promise<boolean>((done) => {
        resolve = done
      })
      open = { answer, resolve }
      notify()
      return answer
    },
    isOpen: () => open !== null,
    answer: (isProved) => {
      open?.resolve(isProved)
      open = null
      notify()
    },
    subscribe,
  }
}
