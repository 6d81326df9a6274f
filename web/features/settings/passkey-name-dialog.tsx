import { zodResolver } from '@hookform/resolvers/zod'
import { renamePasskey } from '@stepledger/contracts/http/passkeys.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ErrorText } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Props {
  readonly title: string
  /** The current name, for a rename. */
  readonly name?: string
  readonly action: string
  /** Resolves to an error, or null on success. */
  readonly onSubmit: (name: string) => Promise<ErrorText | null>
  readonly onClose: () => void
}

export function PasskeyNameDialog({ title, name = '', action, onSubmit, onClose }: Props) {
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(renamePasskey.body),
    defaultValues: { name },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const submit = handleSubmit(
    async (values) => {
      setFailure(null)
      setFailure(await onSubmit(values.name))
    },
    () => setFailure(null),
  )
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="pad grid gap-4" noValidate onSubmit={submit}>
        {failure && <ErrorBanner {...failure} />}
        <TextField
          label="Name"
          placeholder="Phone, blue security key…"
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
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
