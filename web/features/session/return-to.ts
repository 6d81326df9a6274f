import { useLocation } from 'react-router-dom'

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !(name in value)) return ''
  const part = Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof part === 'string' ? part : ''
}

/** The address a visitor came from before signing in, from the state of the navigation; only ever one of this site. */
export function returnAddress(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  const path = textOf(from, 'pathname')
  if (!path.startsWith('/') || path.startsWith('//') || path === '/login' || path === '/register') return '/'
  return path + textOf(from, 'search') + textOf(from, 'hash')
}

export function useReturnAddress(): string {
  return returnAddress(useLocation().state)
}
