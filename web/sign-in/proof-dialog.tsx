import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useDependencies } from '../app/use-dependencies.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useSession } from './use-session.ts'

/** Loaded before the dialog opens: app/dependencies.ts. */
const ProofForm = lazy(() => import('./proof-form.tsx'))

/** Asks for the password or a passkey when a call needs it; the client then repeats the call. */
export function ProofDialog() {
  const { proofs } = useDependencies()
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
