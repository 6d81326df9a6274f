import { useState } from 'react'
import { Link, NavLink, useNavigate } from 'react-router-dom'
import { useLoginState } from '../../sign-in/use-login-state.ts'
import { useSession, useSigning, useUser } from '../../sign-in/use-session.ts'
import { ThemePicker } from '../../theme/theme-picker.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Bell } from './bell.tsx'
import { accountEntries, adminEntries, barEntries, browseEntries, type Entry } from './entries.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchButton } from './search/search-button.tsx'
import { SearchPanel } from './search/search-panel.tsx'
import { useSlashKey } from './search/use-slash-key.ts'

function Links({ entries, onChoose }: { entries: readonly Entry[]; onChoose: () => void }) {
  return entries.map((entry) => (
    <NavLink key={entry.to} to={entry.to} onClick={onChoose}>
      <span className="truncate">{entry.label}</span>
    </NavLink>
  ))
}

export function NavBar() {
  const user = useUser()
  const [open, setOpen] = useState<'menu' | 'theme' | 'search' | null>(null)
  const admin = adminEntries(user)
  const close = () => setOpen(null)
  useSlashKey(() => setOpen('search'))
  return (
    <header className="border-b border-line bg-base-100">
      <nav className="wrap flex h-13 items-center gap-1" aria-label="Main">
        <button
          type="button"
          className="btn btn-ghost btn-square -ml-2 md:hidden"
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={() => setOpen('menu')}
        >
          <Icon name="menu" />
        </button>
        <Link to="/" className="hit mr-auto flex items-center gap-2.5 md:mr-5">
          <Logo />
          <span className="text-lg font-extrabold font-stretch-semi-expanded tracking-tight">Stepledger</span>
        </Link>
        <div className="mr-auto hidden items-center gap-1 md:flex">
          <Menu className="h-9" button={<Opener text="Browse" />}>
            {(done) => <Links entries={browseEntries} onChoose={done} />}
          </Menu>
          {barEntries.map(({ to, label }) => (
            <NavLink key={to} to={to} className="btn btn-ghost btn-sm bar-link h-9 text-base">
              {label}
            </NavLink>
          ))}
          {admin.length > 0 && (
            <Menu className="h-9" button={<Opener text="Admin" />}>
              {(done) => <Links entries={admin} onChoose={done} />}
            </Menu>
          )}
        </div>
        <SearchButton onOpen={() => setOpen('search')} />
        <button
          type="button"
          className="btn btn-ghost btn-sm hidden h-9 text-base md:inline-flex"
          aria-haspopup="dialog"
          onClick={() => setOpen('theme')}
        >
          <Icon name="theme" /> <span className="max-lg:sr-only">Theme</span>
        </button>
        <Account />
      </nav>
      <MobileMenu open={open === 'menu'} onClose={close} onTheme={() => setOpen('theme')} />
      <Dialog open={open === 'search'} onClose={close} title="Search" shape="top">
        <SearchPanel onChosen={close} />
      </Dialog>
      <ThemePicker open={open === 'theme'} onClose={close} />
    </header>
  )
}

function Opener({ text }: { text: string }) {
  return (
    <>
      {text} <Icon name="down" className="size-3.5" />
    </>
  )
}

function Account() {
  const { token, user } = useSession()
  const { signOut } = useSigning()
  const navigate = useNavigate()
  const loginState = useLoginState()
  // The session is stored but its user is not loaded yet.
  if (user === null && token !== null) return null
  if (user === null) {
    return (
      <>
        <Link to="/login" state={loginState} className="btn btn-ghost btn-sm h-10 text-base md:h-9">
          Login
        </Link>
        <Link to="/register" state={loginState} className="btn btn-sm hidden h-9 text-base md:inline-flex">
          Register
        </Link>
      </>
    )
  }
  return (
    <>
      <Bell key={user.id} playerId={user.id} />
      <Menu
        align="right"
        className="h-10 px-2 md:h-9"
        button={
          <>
            <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="1.5rem" />
            <span className="max-w-48 truncate max-lg:sr-only">{user.alias}</span>
            <Icon name="down" className="hidden size-3.5 md:inline" />
          </>
        }
      >
        {(done) => (
          <>
            <div className="contents [&>a:first-child]:font-semibold">
              <Links entries={accountEntries(user)} onChoose={done} />
            </div>
            <button
              type="button"
              onClick={() => {
                done()
                signOut()
                navigate('/')
              }}
            >
              Logout
            </button>
          </>
        )}
      </Menu>
    </>
  )
}
