import type { Permission } from '@stepledger/contracts/http/route.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, NavLink, useNavigate } from 'react-router-dom'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import {
  isUnseen,
  useNotificationSettings,
  useNotifications,
} from '../../parts/notifications/use-notifications.ts'
import { useIsVisitor, useLoginState, useSession, useSigning, useUser } from '../../sign-in/use-session.ts'
import { themes } from '../../theme/themes.ts'
import { useTheme } from '../../theme/use-theme.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { SearchPanel } from './search-panel.tsx'

interface LinksProps {
  readonly entries: readonly Entry[]
  readonly onChoose: () => void
  readonly withIcons?: boolean
  readonly state?: unknown
}

function Links({ entries, onChoose, withIcons = false, state }: LinksProps) {
  return entries.map(({ to, label, icon }) => {
    // The router compares paths only, and would mark every section of a page as the current one.
    const Anchor = to.includes('?') ? Link : NavLink
    return (
      <Anchor key={to} to={to} state={state} onClick={onChoose}>
        {withIcons && <Icon name={icon} />}
        <span className="truncate">{label}</span>
      </Anchor>
    )
  })
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

function LogoutButton({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  const { signOut } = useSigning()
  const navigate = useNavigate()
  return (
    <button
      type="button"
      onClick={() => {
        onChoose()
        signOut()
        navigate('/')
      }}
    >
      {children}
    </button>
  )
}

function Account() {
  const { token, user } = useSession()
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
            <LogoutButton onChoose={done}>Logout</LogoutButton>
          </>
        )}
      </Menu>
    </>
  )
}

/** Delay before the first read, ms, so that it does not compete with the page. */
const delayMs = 1500

function Bell({ playerId }: { playerId: string }) {
  const isDue = useDelay(delayMs)
  const { data: settings } = useNotificationSettings(isDue)
  const { data, refetch } = useNotifications({ settings: isDue ? settings : undefined })
  const throttled = useThrottled(() => {
    if (settings && settings.kinds.length > 0) void refetch()
  })
  useTopic(isDue ? `player:${playerId}` : null, throttled, throttled)
  const [latest] = data?.notifications ?? []
  const isNew =
    settings !== undefined &&
    settings.kinds.length > 0 &&
    latest !== undefined &&
    isUnseen(latest.at, settings.seenAt)
  return (
    <NavLink to="/notifications" className="btn btn-ghost btn-square relative h-10 w-10 md:h-9 md:w-9">
      <Icon name="bell" className="size-4.5" />
      <span className="sr-only">Notifications{isNew ? ', new' : ''}</span>
      {isNew && <span className="bell-new" aria-hidden="true" />}
    </NavLink>
  )
}

function useDelay(ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}

function MobileMenu({ open, onClose, onTheme }: { open: boolean; onClose: () => void; onTheme: () => void }) {
  const user = useUser()
  const isVisitor = useIsVisitor()
  const loginState = useLoginState()
  const links = (entries: readonly Entry[], state?: unknown) => (
    <Links entries={entries} onChoose={onClose} state={state} withIcons />
  )
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
          {user !== null && (
            <>
              {links(accountEntries(user))}
              <LogoutButton onChoose={onClose}>
                <Icon name="out" /> Logout
              </LogoutButton>
            </>
          )}
          {isVisitor && links(visitorEntries, loginState)}
        </div>
      </nav>
    </Dialog>
  )
}

interface Entry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

/** The entries in the bar itself; in the slide-out menu they come first. */
const barEntries: readonly Entry[] = [
  { to: '/event', label: 'Event', icon: 'event' },
  { to: '/leaderboards/overall', label: 'Leaderboards', icon: 'boards' },
]

const browseEntries: readonly Entry[] = [
  { to: '/packs', label: 'Packs', icon: 'packs' },
  { to: '/charts', label: 'Charts', icon: 'charts' },
  { to: '/help', label: 'Help', icon: 'help' },
]

/** The entries of Admin, by the permission that their page needs. */
const permittedEntries: readonly (Entry & { readonly permission: Permission })[] = [
  { to: '/pack-uploader', label: 'Pack Uploader', icon: 'upload', permission: 'packs.upload' },
  { to: '/admin', label: 'Operations', icon: 'charts', permission: 'ledger.operate' },
]

function adminEntries(user: User | null): readonly Entry[] {
  return permittedEntries.filter(({ permission }) => user?.permissions.includes(permission))
}

function accountEntries({ id, alias }: User): readonly Entry[] {
  return [
    { to: `/user/${id}`, label: alias, icon: 'user' },
    { to: '/rivals', label: 'Rivals', icon: 'rival' },
    { to: '/what-to-play', label: 'What to Play', icon: 'charts' },
    { to: '/profile', label: 'Edit Profile', icon: 'edit' },
    { to: '/profile?section=api-keys', label: 'API Keys', icon: 'key' },
    { to: '/profile?section=your-data', label: 'Your Data', icon: 'download' },
  ]
}

const visitorEntries: readonly Entry[] = [
  { to: '/login', label: 'Login', icon: 'user' },
  { to: '/register', label: 'Register', icon: 'key' },
]

/** Opens the search: on wide screens a field with its key, on phones an icon. */
function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-search size-10 md:h-9"
      aria-haspopup="dialog"
      aria-keyshortcuts="/"
      aria-label="Search"
      onClick={onOpen}
    >
      <Icon name="find" />
      <span className="mute hidden font-normal lg:inline">Search</span>
      <kbd className="hidden lg:inline">/</kbd>
    </button>
  )
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Calls `act` when "/" is pressed anywhere but in a text field or a dialog. */
function useSlashKey(act: () => void) {
  const onSlash = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(textFields)) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onSlash()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** All themes as radios, each in its own colours; a choice is applied at once. */
function ThemePicker({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [theme, choose] = useTheme()
  return (
    <Dialog open={open} onClose={onClose} title="Select Theme" shape="aside">
      <fieldset className="grid min-w-0 grid-cols-1 gap-2 overflow-y-auto p-4 min-[30rem]:max-md:grid-cols-2">
        <legend className="sr-only">Theme</legend>
        {themes.map(({ name, label }) => (
          <label key={name} className="swatch" data-theme={name}>
            <input
              type="radio"
              name="theme"
              className="radio radio-sm radio-primary"
              value={name}
              checked={name === theme}
              onChange={() => choose(name)}
            />
            <span className="min-w-0 truncate">{label}</span>
            <span className="dots" aria-hidden="true">
              <i className="bg-primary" />
              <i className="bg-secondary" />
              <i className="bg-accent" />
              <i className="bg-neutral" />
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}

function Logo() {
  return (
    <svg className="size-6 text-primary" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M10.6 1h2.8L16 4.4H8zM6.9 5.8h10.2l2.5 3.4H4.4zM3.3 10.6h17.4L23.2 14H.8zM8 15.4h8v3.2H8zM8 20h8v3H8z"
      />
    </svg>
  )
}
