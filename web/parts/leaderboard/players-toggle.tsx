import { useUser } from '../../sign-in/use-session.ts'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { usePlayersOfBoard } from './players-of-board.ts'

/** Global · Country · Rivals: whose scores the board shows. Visitors have no rivals. */
export function PlayersToggle() {
  const [{ of: shown }, choosePlayers] = usePlayersOfBoard()
  const user = useUser()
  const own = user?.country?.code.toLowerCase() ?? null
  return (
    <RadioButtons
      label="Players"
      className="lb tabs tab-row"
      value={shown}
      onChange={(of) => choosePlayers(of === 'country' ? { of, code: own } : { of })}
      choices={[
        { value: 'all', className: 'plain', content: 'Global' },
        { value: 'country', className: 'plain', content: 'Country' },
        ...(user !== null || shown === 'rivals'
          ? [{ value: 'rivals', className: 'plain', content: 'Rivals' } as const]
          : []),
      ]}
    />
  )
}
