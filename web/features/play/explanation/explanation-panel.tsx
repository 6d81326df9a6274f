import { Disclosure } from '../../../ui/disclosure.tsx'
import { ExplanationOf } from './explanation-of.tsx'

/** The score's derivation, fetched when opened. */
export function ExplanationPanel({ playId }: { playId: number }) {
  return (
    <section className="panel mt-4 md:mt-6" aria-label="How this was scored">
      <Disclosure title="How this was scored">{() => <ExplanationOf playId={playId} />}</Disclosure>
    </section>
  )
}
