import { Link } from 'react-router-dom'
import { useUser } from '../../sign-in/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { CountrySelect } from './country-select.tsx'

/** The board by country of a viewer who has set none, and of a visitor. */
export function NoCountry() {
  const user = useUser()
  return (
    <>
      <CountrySelect code={null} />
      {user === null ? (
        <Empty title="Which country?" text="Choose one to see its players." />
      ) : (
        <Empty
          title="You have no country yet"
          text="Set one in your profile to see how you do there, or choose another."
          action={<Action to="/profile?section=profile">Edit Profile</Action>}
        />
      )}
    </>
  )
}

export function NoRivals() {
  return (
    <Empty
      title="No rivals here yet"
      text="Neither you nor a rival of yours is ranked here."
      action={<Action to="/rivals">My Rivals</Action>}
    />
  )
}

function Action({ to, children }: { to: string; children: string }) {
  return (
    <Link className="btn h-10" to={to}>
      {children}
    </Link>
  )
}
