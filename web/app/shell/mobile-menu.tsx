import { NavLink, useNavigate } from 'react-router-dom'
import { useLoginState } from '../../sign-in/use-login-state.ts'
import { useIsVisitor, useSigning, useUser } from '../../sign-in/use-session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { accountEntries, adminEntries, barEntries, browseEntries, type Entry } from './entries.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly onTheme: () => void
}

/** The navigation on phones: a drawer with all entries of the bar. */
export function MobileMenu({ open, onClose, onTheme }: Props) {
  const user = useUser()
  const isVisitor = useIsVisitor()
  const { signOut } = useSigning()
  const navigate = useNavigate()
  const loginState = useLoginState()
  const account: readonly Entry[] =
    user !== null
      ? accountEntries(user)
      : isVisitor
        ? [
            { to: '/login', label: 'Login', icon: 'user' },
            { to: '/register', label: 'Register', icon: 'key' },
          ]
        : []
  const links = (entries: readonly Entry[], state?: unknown) =>
    entries.map((entry) => (
      <NavLink key={entry.to} to={entry.to} state={state} onClick={onClose}>
        <Icon name={entry.icon} />
        <span className="truncate">{entry.label}</span>
      </NavLink>
    ))
  return (
    <Dialog open={open} onClose={onClose} title="Menu" shape="drawer">
      <nav aria-label="Menu">
        <div className="border-b border-line py-2">{links([...barEntries, ...browseEntries])}</div>
        {adminEntries(user).length > 0 && (
          <div className="border-b border-line py-2">{links(adminEntries(user))}</div>
        )}
        <div className="border-b border-line py-2">
          <button type="button" onClick={onTheme}>
            <Icon name="theme" /> Theme
          </button>
        </div>
        <div className="py-2">
          {links(account, user === null ? loginState : undefined)}
          {user !== null && (
            <button
              type="button"
              onClick={() => {
                onClose()
                signOut()
                navigate('/')
              }}
            >
              <Icon name="out" /> Logout
            </button>
          )}
        </div>
      </nav>
    </Dialog>
  )
}
