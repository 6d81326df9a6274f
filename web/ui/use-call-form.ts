import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CallError, type ErrorText, errorText } from '../api/call-error.ts'

/**
 * A form that sends a call. `field`: the props of a field. `submit`: the handler of the form, from what to do with valid
 * values and the fallback message of its failure, which is shown at one of `fields` or given as `failure`.
 */
export function useCallForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  fields: readonly Path<Input>[],
) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const { register, handleSubmit, setError, getFieldState, getValues, setFocus, reset, formState } = form
  const { isSubmitting, dirtyFields } = formState
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const showError = (error: unknown, sentence: string) => {
    const words = errorText(error, sentence)
    const field = error instanceof CallError ? fields.find((name) => name === error.field) : undefined
    if (field === undefined) setFailure(words)
    else setError(field, { message: words.text }, { shouldFocus: true })
  }
  return {
    field: (name: Path<Input>) => ({
      ...register(name),
      error: getFieldState(name, formState).error?.message,
    }),
    submit: (send: (values: Output) => Promise<unknown>, sentence: string, onInvalid?: () => void) =>
      handleSubmit(
        async (values) => {
          setFailure(null)
          await send(values).catch((error: unknown) => showError(error, sentence))
        },
        () => {
          setFailure(null)
          onInvalid?.()
        },
      ),
    failure,
    setFailure,
    isSubmitting,
    dirtyFields,
    getValues,
    setFocus,
    reset,
  }
}
