import { autocompleteUsers, shortestAliasSearch } from '@stepledger/contracts/http/players.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/use-call.ts'

/** How long typing must rest before it is searched for, in ms. */
const searchPause = 300

export interface FoundPlayer {
  readonly userId: string
  readonly alias: string
  readonly profileImageUrl: string | null
}

/** Players whose alias begins as typed; null before two letters were typed, and while they are looked for. */
export function useAliasSearch(typed: string) {
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [typed])
  const enabled = sought.length >= shortestAliasSearch
  const { data, error } = useRead(autocompleteUsers, { query: { query: sought } }, { enabled })
  const settled = enabled && sought === typed.trim()
  const found: readonly FoundPlayer[] | null = settled ? (data?.users ?? null) : null
  return { found, error: settled ? error : null }
}
