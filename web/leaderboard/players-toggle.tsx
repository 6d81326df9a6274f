import { useUser } from '../sign-in/use-session.ts'
import { RadioButtons } from '../ui/radio-buttons.tsx'
import type { PlayersOfBoard } from './players-of-board.ts'

interface Props {
  readonly value: PlayersOfBoard
  readonly onChange: (players: PlayersOfBoard) => void
}

/** Global · Country · Rivals: whose scores the board shows. Visitors have no rivals. */
export function PlayersToggle({ value, onChange }: Props) {
  const user = useUser()
  const own = user?.country?.code.toLowerCase() ?? null
  return (
    <RadioButtons
      label="Players"
      className="lb tabs tab-row"
      value={value.of}
      onChange={(of) => onChange(of === 'country' ? { of, code: own } : { of })}
      choices={[
        { value: 'all', className: 'plain', content: 'Global' },
        { value: 'country', className: 'plain', content: 'Country' },
        ...(user !== null || value.of === 'rivals'
          ? [{ value: 'rivals', className: 'plain', content: 'Rivals' } as const]
          : []),
      ]}
    />
  )
}
