import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { Link, useLocation } from 'react-router-dom'
import { useIsVisitor } from '../../../sign-in/use-session.ts'
import { Icon } from '../../../ui/icon.tsx'

/** Whether the visitor has an account to send scores to. */
export function AccountStatus({ user }: { user: User | null }) {
  const location = useLocation()
  const isVisitor = useIsVisitor()
  if (user === null && !isVisitor) return <p>We can't check your account right now. Trying again…</p>
  if (user === null) {
    const from = { ...location, hash: '#setup' }
    return (
      <p>
        <Link to="/register">Register</Link>, or{' '}
        <Link to="/login" state={{ from }}>
          log in
        </Link>
        . Your account comes with a key.
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
        <p>Confirm your email first with the link we sent you. Otherwise we can't recover your account.</p>
      )}
    </>
  )
}
