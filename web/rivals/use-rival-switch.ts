import { addRival, removeRival } from '@stepledger/contracts/http/rivals.ts'
import { useMutation } from '@tanstack/react-query'
import { useCall } from '../api/use-call.ts'
import { useSessionStore } from '../sign-in/use-session.ts'

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

  return useMutation({
    mutationFn: async ({ playerId, rival }: Switch) => {
      if (rival) await call(addRival, { body: { rivalUserId: playerId } })
      else await call(removeRival, { params: { id: playerId } })
    },
    onMutate: mark,
    onError: (_error, change) => mark({ ...change, rival: !change.rival }),
    onSuccess: onDone,
  })
}
