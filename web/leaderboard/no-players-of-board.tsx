import { Link } from 'react-router-dom'
import { Empty } from '../ui/empty.tsx'

/** The board by country of a viewer who has set none. */
export function NoCountry() {
  return (
    <Empty
      title="You have no country yet"
      text="Choose one in your profile to see how you do there."
      action={
        <Link className="btn h-10" to="/profile#profile">
          Edit Profile
        </Link>
      }
    />
  )
}

/** The board of rivals without any rival on it. */
export function NoRivals() {
  return (
    <Empty
      title="No rivals here yet"
      text="Neither you nor a rival of yours is ranked here."
      action={
        <Link className="btn h-10" to="/rivals">
          My Rivals
        </Link>
      }
    />
  )
}
