import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'

/** For the player: takes the play off the site, for good. */
export function DeletePlay({ playId }: { playId: number }) {
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deletePlay, { params: { id: String(playId) } }),
    onSuccess: async () => {
      await navigate('/user')
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'public' })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-3 md:mt-6">
      {remove.error && (
        <ErrorBanner className="grow" {...errorText(remove.error, 'Failed to delete the play')} />
      )}
      <button type="button" className="btn btn-sm h-10 md:h-8" onClick={() => setAsking(true)}>
        Delete this play
      </button>
      <ConfirmDialog
        open={asking}
        title="Delete this play?"
        text="It goes from every leaderboard and list, for good. Sending it again does not bring it back."
        action="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
