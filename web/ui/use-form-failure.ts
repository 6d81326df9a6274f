import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError, type ErrorText, errorText } from '../api/call-error.ts'

/** Shows why a form's call failed: at the field that the server names if it is one of `fields`, else as `failure`. */
export function useFormFailure<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
) {
  const [failure, setFailure] = useState<ErrorText | null>(null)
  /** `sentence`: the fallback message. */
  const showError = (error: unknown, sentence: string) => {
    const words = errorText(error, sentence)
    const field = error instanceof CallError ? fields.find((name) => name === error.field) : undefined
    if (field === undefined) setFailure(words)
    else setError(field, { message: words.text }, { shouldFocus: true })
  }
  return { failure, setFailure, showError }
}
