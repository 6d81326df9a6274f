import { renamePasskey } from '@stepledger/contracts/http/passkeys.ts'
import { useEffect } from 'react'
import type { ErrorText } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'

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
  const form = useCallForm(renamePasskey.body, { name }, [])
  const { field, failure, setFailure, setFocus, isSubmitting } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const submit = form.submit(async (values) => setFailure(await onSubmit(values.name)), 'Failed to save')
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="pad grid gap-4" noValidate onSubmit={submit}>
        {failure && <ErrorBanner {...failure} />}
        <TextField
          label="Name"
          placeholder="Phone, blue security key…"
          autoComplete="off"
          {...field('name')}
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
