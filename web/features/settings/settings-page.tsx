import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { RivalsList } from '../../parts/rivals/rivals-list.tsx'
import { ResendButton } from '../../sign-in/resend-button.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { LeaderboardsSection, NotificationsSection } from './choices-sections.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { YourDataSection } from './your-data-section.tsx'

interface Section {
  readonly name: string
  readonly title: string
  readonly Content: ComponentType
}

const first: Section = { name: 'picture', title: 'Picture', Content: PictureSection }
const sections: readonly Section[] = [
  first,
  { name: 'profile', title: 'Profile', Content: ProfileSection },
  { name: 'rivals', title: 'Rivals', Content: RivalsList },
  { name: 'leaderboards', title: 'Leaderboards', Content: LeaderboardsSection },
  { name: 'password', title: 'Password', Content: PasswordSection },
  { name: 'passkeys', title: 'Passkey Management', Content: PasskeysSection },
  { name: 'api-keys', title: 'API Keys', Content: ApiKeysSection },
  { name: 'notifications', title: 'Notifications', Content: NotificationsSection },
  { name: 'your-data', title: 'Your Data', Content: YourDataSection },
]

export function SettingsPage() {
  const [search] = useSearchParams()
  const id = useId()
  const section = sections.find(({ name }) => name === search.get('section')) ?? first
  const entry = useRef<HTMLAnchorElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const more = useMore(row)
  useEffect(() => {
    // On phones the menu is a horizontally scrolling row.
    if (section.name) entry.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section.name])
  return (
    // As high as the window, so that the footer does not jump when lists load.
    <div className="min-h-dvh">
      <PageHeading title={section.title}>Edit Profile</PageHeading>
      <VerifyBanner />
      <div className="grid items-start gap-4 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-6">
        <nav className="panel relative min-w-0" aria-label="Settings">
          <ul ref={row} className="flex max-md:overflow-x-auto md:block md:py-1">
            {sections.map(({ name, title }) => (
              <li key={name}>
                <Link
                  to={{ search: `?section=${name}` }}
                  ref={name === section.name ? entry : undefined}
                  className="side"
                  aria-current={name === section.name ? 'page' : undefined}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          {more.before && <MoreArrow side="left" />}
          {more.after && <MoreArrow side="right" />}
        </nav>
        <section className="panel min-w-0" aria-labelledby={id}>
          <div className="panel-head">
            <h2 id={id}>{section.title}</h2>
          </div>
          <section.Content />
        </section>
      </div>
    </div>
  )
}

/** A decorative arrow where the row of sections continues; touch scrolls the row, and keys move through its links. */
function MoreArrow({ side }: { side: 'left' | 'right' }) {
  const place = side === 'left' ? 'left-0 border-r' : 'right-0 border-l'
  return (
    <span
      className={`mute pointer-events-none absolute inset-y-0 grid w-7 place-items-center border-line bg-base-100 ${place}`}
      aria-hidden="true"
    >
      <Icon name="back" className={side === 'left' ? '' : 'rotate-180'} />
    </span>
  )
}

function VerifyBanner() {
  const user = useUser()
  if (!user || user.emailVerifiedAt !== null) return null
  return (
    <section
      className="panel mb-4 flex flex-wrap items-center gap-3 border-l-4 border-l-warning p-4 md:mb-6"
      aria-label="Email verification"
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon name="warn" className="mt-0.5" />
        <div className="min-w-0">
          <p>
            <b>Please verify your email.</b> Until then this account is not recoverable. We sent a link to{' '}
            <b className="break-words">{user.email}</b>.
          </p>
        </div>
      </div>
      <div className="max-md:w-full">
        <ResendButton className="btn btn-sm h-10 max-md:w-full md:h-8" />
      </div>
    </section>
  )
}

/** At which ends a horizontally scrollable row has hidden content. */
interface More {
  readonly before: boolean
  readonly after: boolean
}

/** Tolerance for rounding, px. */
const tolerance = 2

function useMore(row: RefObject<HTMLElement | null>): More {
  const [more, setMore] = useState<More>({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const before = scrollLeft > tolerance
      const after = scrollLeft + clientWidth < scrollWidth - tolerance
      setMore((old) => (old.before === before && old.after === after ? old : { before, after }))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [row])
  return more
}
