import { useEffect } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'

interface Props {
  readonly title: string
  /** Checks the name before it is sent. */
  readonly body: z.ZodType<{ name: string }, { name: string }>
  readonly name?: string
  readonly placeholder: string
  readonly action: string
  readonly sentence: string
  readonly onSubmit: (name: string) => Promise<void>
  readonly onClose: () => void
}

export function NameDialog({
  title,
  body,
  name = '',
  placeholder,
  action,
  sentence,
  onSubmit,
  onClose,
}: Props) {
  const { field, submit, failure, setFocus, isSubmitting } = useCallForm(body, { name }, [])
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="pad grid gap-4"
        noValidate
        onSubmit={submit((values) => onSubmit(values.name), sentence)}
      >
        {failure && <ErrorBanner {...failure} />}
        <TextField label="Name" placeholder={placeholder} autoComplete="off" {...field('name')} />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={isSubmitting}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
