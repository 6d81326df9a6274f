import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface Entry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

/** The navigation entries that the bar and the slide-out menu share. */
export const browseEntries: readonly Entry[] = [
  { to: '/packs', label: 'Packs', icon: 'packs' },
  { to: '/charts', label: 'Charts', icon: 'charts' },
  { to: '/help', label: 'Help', icon: 'help' },
]

const uploadPermission = 'packs.upload'

export function adminEntries(user: User | null): readonly Entry[] {
  return user?.permissions.includes(uploadPermission)
    ? [{ to: '/pack-uploader', label: 'Pack Uploader', icon: 'upload' }]
    : []
}
