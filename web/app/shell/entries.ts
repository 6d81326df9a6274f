import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import type { Permission } from '@stepledger/contracts/permissions.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface Entry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

/** The entries in the bar itself; in the slide-out menu they come first. */
export const barEntries: readonly Entry[] = [
  { to: '/event', label: 'Event', icon: 'event' },
  { to: '/leaderboards/overall', label: 'Leaderboards', icon: 'boards' },
]

export const browseEntries: readonly Entry[] = [
  { to: '/packs', label: 'Packs', icon: 'packs' },
  { to: '/charts', label: 'Charts', icon: 'charts' },
  { to: '/help', label: 'Help', icon: 'help' },
]

/** The entries of Admin, by the permission that their page needs. */
const permittedEntries: readonly (Entry & { readonly permission: Permission })[] = [
  { to: '/pack-uploader', label: 'Pack Uploader', icon: 'upload', permission: 'packs.upload' },
  { to: '/admin', label: 'Operations', icon: 'charts', permission: 'ledger.operate' },
]

export function adminEntries(user: User | null): readonly Entry[] {
  return permittedEntries.filter(({ permission }) => user?.permissions.includes(permission))
}

export function accountEntries({ id, alias }: User): readonly Entry[] {
  return [
    { to: `/user/${id}`, label: alias, icon: 'user' },
    { to: '/rivals', label: 'Rivals', icon: 'rival' },
    { to: '/what-to-play', label: 'What to Play', icon: 'charts' },
    { to: '/profile', label: 'Edit Profile', icon: 'key' },
  ]
}
