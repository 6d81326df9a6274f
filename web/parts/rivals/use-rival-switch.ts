import { addRival, removeRival } from '@stepledger/contracts/http/rivals.ts'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSessionStore } from '../../sign-in/use-session.ts'

interface Switch {
  readonly playerId: string
  readonly rival: boolean
}

/**
 * Adds or removes a rival with an optimistic update, rolled back on failure. `onDone`: invalidates other data.
 */
export function useRivalSwitch(onDone?: () => void) {
  const call = useCall()
  const store = useSessionStore()

  const mark = ({ playerId, rival }: Switch) => {
    const { user } = store.get()
    if (user === null) return
    const others = user.rivalUserIds.filter((id) => id !== playerId)
    store.setUser({ ...user, rivalUserIds: rival ? [...others, playerId] : others })
  }

  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ playerId, rival }: Switch) => {
      if (rival) await call(addRival, { body: { rivalUserId: playerId } })
      else await call(removeRival, { params: { id: playerId } })
    },
    onMutate: mark,
    onError: (_error, change) => mark({ ...change, rival: !change.rival }),
    onSuccess: onDone,
  })
  const sentence = variables?.rival ? 'Failed to add rival' : 'Failed to remove rival'
  return {
    setRival: (playerId: string, rival: boolean) => mutate({ playerId, rival }),
    isPending,
    failure: error && errorText(error, sentence),
  }
}
