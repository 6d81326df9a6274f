import type { DraftPreview } from '@stepledger/contracts/http/organised-competitions.ts'
import { useEffect, useState } from 'react'
import type { FieldErrors } from './draft-errors.ts'

/** The props of a field by its path in the document: its error once it was left, or once all errors are shown. */
export type FieldAt = (path: string) => {
  readonly error: string | undefined
  readonly onBlur: () => void
}

/** `found`: those that the server has found in this document. */
export function useFieldErrors(errors: FieldErrors, found: DraftPreview['errors']) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(0)
  // By then the errors are beside their fields.
  useEffect(() => {
    if (all === 0) return
    const field = document.querySelector<HTMLElement>('main :is([aria-invalid=true], .fe)')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, [all])
  const every = new Map([...found.map(({ field, reason }) => [field, reason] as const), ...errors])
  const at: FieldAt = (path) => ({
    error: all > 0 || left.has(path) ? every.get(path) : undefined,
    onBlur: () => setLeft((before) => (before.has(path) ? before : new Set([...before, path]))),
  })
  return {
    at,
    count: every.size,
    first: () => [...every.keys()][0] ?? null,
    /** Shows all errors, and moves the focus to the first. */
    showAll: () => setAll((times) => times + 1),
  }
}
