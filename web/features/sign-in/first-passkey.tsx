import { useState } from 'react'
import { storageOf } from '../../app/storage.ts'
import { PasskeySuggestion } from '../../passkeys/passkey-suggestion.tsx'
import { skipSetup, suggestsPasskeyAtFirst } from '../../passkeys/suggestion.ts'

/** Offers a passkey after registering, unless it was skipped in this browser before. */
export function FirstPasskey() {
  const [state, setState] = useState(() => (suggestsPasskeyAtFirst(storageOf(window)) ? 'open' : 'closed'))
  if (state === 'added')
    return (
      <p className="my-2" role="status">
        Passkey added.
      </p>
    )
  if (state === 'closed') return null
  const skip = () => {
    skipSetup(storageOf(window))
    setState('closed')
  }
  return (
    <section className="my-2 border-y border-line py-4" aria-labelledby="first-passkey">
      <h2 id="first-passkey" className="mb-1 font-bold">
        Sign In Without a Password?
      </h2>
      <PasskeySuggestion onAdded={() => setState('added')} onSkip={skip} />
    </section>
  )
}
