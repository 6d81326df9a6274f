import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '../../../ui/icon.tsx'

/** Whether there is an account to send scores to. */
export function AccountStatus({ user }: { user: User | null }) {
  const location = useLocation()
  if (user === null) {
    const from = { ...location, hash: '#setup' }
    return (
      <p>
        <Link to="/register">Register</Link>, or{' '}
        <Link to="/login" state={{ from }}>
          log in
        </Link>
        . Your key comes with your account.
      </p>
    )
  }
  return (
    <>
      <div className="note mt-3">
        <Icon name="check" />
        <p className="!mt-0 min-w-0">
          <b>Account Ready</b> <span className="mute break-words">{user.alias || user.email}</span>
        </p>
      </div>
      {user.emailVerifiedAt === null && (
        <p>
          Follow the link in our mail to you first: proving your email ends every key that was made before it.
        </p>
      )}
    </>
  )
}
