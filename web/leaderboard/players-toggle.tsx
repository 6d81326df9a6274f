import { useUser } from '../session/use-session.ts'
import { RadioButtons } from '../ui/radio-buttons.tsx'
import type { PlayersOfBoard } from './players-of-board.ts'

interface Props {
  readonly value: PlayersOfBoard
  readonly onChange: (players: PlayersOfBoard) => void
}

/**
 * Global · Country · Rivals: whose scores the board shows. Visitors have no choice, but the country of the address and
 * the way back from it.
 */
export function PlayersToggle({ value, onChange }: Props) {
  const user = useUser()
  if (user === null && value.of === 'all') return null
  const own = user?.country?.code.toLowerCase() ?? null
  const code = value.of === 'country' ? value.code : own
  return (
    <RadioButtons
      label="Players"
      className="lb tabs players"
      value={value.of}
      onChange={(of) => onChange(of === 'country' ? { of, code } : { of })}
      choices={[
        { value: 'all', className: 'plain', content: 'Global' },
        ...(user !== null || value.of === 'country'
          ? [
              {
                value: 'country',
                className: 'plain',
                content: code === null || code === own ? 'Country' : code.toUpperCase(),
              } as const,
            ]
          : []),
        ...(user !== null || value.of === 'rivals'
          ? [{ value: 'rivals', className: 'plain', content: 'Rivals' } as const]
          : []),
      ]}
    />
  )
}
