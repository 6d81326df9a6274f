import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { RouteInput } from '../api/client.ts'
import { type ReadRoute, useCall, useRefetch } from '../api/use-call.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CallFailure } from './states.tsx'
import { TextField } from './text-field.tsx'

export interface ReasonDialogProps<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> {
  readonly title: string
  /** What the action does, and whether it can be undone. */
  readonly text: string
  /** Below the text: what the action is about. */
  readonly children?: ReactNode
  /** The label of the confirming button, also of the one that opens the dialog. */
  readonly action: string
  /** The accessible name of the button that opens the dialog, when `action` is not enough. */
  readonly label?: string
  readonly variant?: ButtonVariant
  /** What has to be typed before the action, for one without a way back or with many plays. */
  readonly typed?: { readonly label: string; readonly value: string }
  /** Whether `text` is complete and the action possible. */
  readonly ready?: boolean
  readonly disabled?: boolean
  readonly onOpen?: () => void
  /** Who reads the reason, below its field. */
  readonly hint: string
  /** The reads of the page, which are refetched afterwards. */
  readonly shown: readonly ReadRoute[]
  readonly onDone?: () => void
  readonly route: Route<P, Q, B, A>
  readonly input: (reason: string) => RouteInput<P, Q, B>
}

export function ReasonDialog<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>({
  title,
  text,
  children,
  action,
  label = action,
  variant,
  typed,
  ready = true,
  disabled = false,
  onOpen = () => {},
  hint,
  shown,
  onDone = () => {},
  route,
  input,
}: ReasonDialogProps<P, Q, B, A>) {
  const call = useCall()
  const refetchReads = useRefetch()
  const [open, setOpen] = useState(false)
  const [repeated, setRepeated] = useState('')
  const [reason, setReason] = useState('')
  const act = useMutation({
    networkMode: 'always',
    mutationFn: () => call(route, input(reason)),
    onSuccess: () => {
      setOpen(false)
      onDone()
    },
    onSettled: () => void refetchReads(shown),
  })
  const start = () => {
    setReason('')
    setRepeated('')
    act.reset()
    setOpen(true)
    onOpen()
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    act.mutate()
  }
  const isConfirmed = reason.trim() !== '' && (typed === undefined || repeated.trim() === typed.value)
  return (
    <>
      <Button size="small" variant={variant} aria-label={label} disabled={disabled} onClick={start}>
        {action}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <form className="pad grid gap-4" onSubmit={confirm}>
          <p>{text}</p>
          {children}
          <CallFailure error={act.error} sentence="Failed" />
          <TextField
            label="Reason"
            hint={hint}
            value={reason}
            maxLength={500}
            required
            onChange={({ target }) => setReason(target.value)}
          />
          {typed && (
            <TextField
              label={typed.label}
              value={repeated}
              inputMode="numeric"
              autoComplete="off"
              required
              onChange={({ target }) => setRepeated(target.value)}
            />
          )}
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={typed ? 'error' : 'primary'}
              disabled={act.isPending || !ready || !isConfirmed}
            >
              {action}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
