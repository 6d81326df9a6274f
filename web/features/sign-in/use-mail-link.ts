import { checkMailLink } from '@stepledger/contracts/http/mail-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../sign-in/use-session.ts'
import { isDeadLink } from './dead-link.tsx'

/** The mail link of this page: its token, and whether the current visitor can use it. */
export function useMailLink() {
  const call = useCall()
  const { token: session } = useSession()
  const [search] = useSearchParams()
  const [isDead, setDead] = useState(false)
  const token = search.get('token') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-link', token, session],
    queryFn: ({ signal }) => call(checkMailLink, { body: { token } }, signal),
    enabled: token !== '',
  })
  /** Does what the link is for; that the link is dead is kept, not thrown. */
  const open = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (reason) {
      if (!isDeadLink(reason)) throw reason
      setDead(true)
    }
  }
  return { token, link: data, error, retry: () => void refetch(), isDead, open }
}
