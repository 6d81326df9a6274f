import { listRivals } from '@stepledger/contracts/http/rivals.ts'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { SelectField } from '../../ui/text-field.tsx'

interface Props {
  readonly id: string
  readonly other: string | null
  readonly onChange: (id: string | null) => void
}

/** Chooses the viewer or one of the viewer's rivals; nothing where there is nobody to choose. */
export function CompareWith({ id, other, onChange }: Props) {
  const user = useUser()
  const { data } = useRead(listRivals, {}, { enabled: user !== null })
  // Not only once the list is loaded, which would be a layout shift.
  if (!user || (user.id === id && user.rivalUserIds.length === 0)) return null
  const own = { userId: user.id, alias: 'You' }
  const players = [own, ...(data?.rivals ?? [])].filter(({ userId }) => userId !== id)
  return (
    <SelectField
      label="Compare with"
      className="md:w-52"
      value={other ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Nobody</option>
      {players.map(({ userId, alias }) => (
        <option key={userId} value={userId}>
          {alias}
        </option>
      ))}
    </SelectField>
  )
}
