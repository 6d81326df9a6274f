import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'

/** The button with which the player withdraws the play. */
export function DeletePlay({ playId }: { playId: number }) {
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deletePlay, { params: { id: String(playId) } }),
    onSuccess: async () => {
      await navigate('/user')
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'public' })
    },
    onSettled: () => setConfirming(false),
  })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-3 md:mt-6">
      <CallFailure className="grow" error={remove.error} sentence="Failed to delete the play" />
      <Button size="small" onClick={() => setConfirming(true)}>
        Delete this play
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this play?"
        text="It will be removed from every leaderboard and list for good. Submitting it again won't bring it back."
        action="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}
