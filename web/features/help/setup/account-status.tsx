import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/icon.tsx'

/** Whether there is an account to send scores to. */
export function AccountStatus({ user }: { user: User | null }) {
  if (user === null) {
    return (
      <p>
        <Link to="/register">Register</Link>, or{' '}
        <Link to="/login" state={{ from: { pathname: '/help', hash: '#setup' } }}>
          log in
        </Link>
        . Your key comes with your account.
      </p>
    )
  }
  return (
    <div className="note mt-3">
      <Icon name="check" />
      <p className="!mt-0 min-w-0">
        <b>Account Ready</b> <span className="mute break-words">{user.alias || user.email}</span>
      </p>
    </div>
  )
}
