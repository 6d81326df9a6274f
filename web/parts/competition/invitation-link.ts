import { invitationCode } from '@stepledger/contracts/http/participation.ts'

const name = 'invitation='

/** The link that invites to an event. Its code is in the fragment, which browsers send to no server. */
export function invitationLink(slug: string, code: string): string {
  return window.location.origin + invitationPath(slug, code)
}

export function invitationPath(slug: string, code: string): string {
  return `/event/${slug}#${name}${code}`
}

/** The code in the fragment of an address; null without one. */
export function invitationIn(hash: string): string | null {
  const text = hash.startsWith(`#${name}`) ? hash.slice(1 + name.length) : ''
  return invitationCode.safeParse(text).data ?? null
}
