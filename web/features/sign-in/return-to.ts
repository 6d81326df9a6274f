import { useLocation } from 'react-router-dom'

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !(name in value)) return ''
  const part = Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof part === 'string' ? part : ''
}

/** The URL to return to after login, from the router state; always a path of this site. */
export function returnAddress(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  const address = textOf(from, 'pathname') + textOf(from, 'search') + textOf(from, 'hash')
  const { pathname, search, hash } = onThisSite(address)
  if (pathname === '/login' || pathname === '/register') return '/'
  return pathname + search + hash
}

/** Parses like a browser: backslashes count as slashes, tabs are dropped, and `//` starts another host. */
function onThisSite(address: string): URL {
  const site = 'http://site.invalid'
  const home = new URL('/', site)
  if (!address.startsWith('/') || !URL.canParse(address, site)) return home
  const url = new URL(address, site)
  return url.origin === site && !url.pathname.startsWith('//') ? url : home
}

export function useReturnAddress(): string {
  return returnAddress(useLocation().state)
}
