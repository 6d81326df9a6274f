import { lazy, Suspense, useContext, useEffect, useSyncExternalStore } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ProofContext } from './proof-context.ts'
import { useSession } from './use-session.ts'

/** Loaded before the dialog opens: app/dependencies.ts. */
const ProofForm = lazy(() => import('./proof-form.tsx'))

/** Asks for the password or a passkey when a call needs it; the client then repeats the call. */
export function ProofDialog() {
  const proofs = useContext(ProofContext)
  if (proofs === null) throw new Error('ProofContext is not provided')
  const isOpen = useSyncExternalStore(proofs.subscribe, proofs.isOpen)
  const { token } = useSession()
  useEffect(() => {
    // The session ended in another tab.
    if (isOpen && token === null) proofs.answer(false)
  }, [isOpen, token, proofs])
  return (
    <Dialog open={isOpen} onClose={() => proofs.answer(false)} title="Confirm it's you">
      <Suspense fallback={null}>
        <ProofForm onProved={() => proofs.answer(true)} />
      </Suspense>
    </Dialog>
  )
}
