import type { PlayerTotals, ProfilePage } from '@stepledger/contracts/http/players.ts'
import { useRivalSwitch } from '../../parts/rivals/use-rival-switch.ts'
import { useRelations, useUser } from '../../sign-in/use-session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell } from '../../ui/cell.tsx'
import { countText } from '../../ui/count-text.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Fact } from '../../ui/fact.tsx'
import { timeFormats } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'

export function PlayerCard({ player, totals }: { player: ProfilePage; totals: PlayerTotals | null }) {
  const user = useUser()
  const relation = useRelations()(player.id)
  return (
    <section className="panel" aria-labelledby="player-alias">
      <div className="pad flex gap-4 lg:flex-col">
        <Avatar id={player.id} alias={player.alias} imageUrl={player.profileImageUrl} size="6rem" />
        <div className="min-w-0 flex-1">
          <h1
            id="player-alias"
            className="truncate text-xl font-extrabold font-stretch-semi-expanded min-[24rem]:text-2xl"
            title={player.alias}
          >
            {player.alias}
          </h1>
          {relation !== null && (
            <p className={`mt-1 inline-flex items-center gap-1.5 font-bold ic-${relation}`}>
              <Icon name={relation === 'own' ? 'user' : 'rival'} /> {relation === 'own' ? 'You' : 'Rival'}
            </p>
          )}
          <p className="mute mt-1 lg:hidden">
            {player.country && `${player.country.name} · `}since {timeFormats.day(new Date(player.createdAt))}
            {totals?.lastPlayedAt && ` · last played ${timeFormats.moment(new Date(totals.lastPlayedAt))}`}
          </p>
        </div>
      </div>
      {user !== null && relation !== 'own' && (
        <RivalButton playerId={player.id} rival={relation === 'rival'} />
      )}
      {totals && <TotalCells totals={totals} />}
      <dl className="dl hidden border-t border-line px-4 py-2 lg:grid">
        <Fact name="Member since">
          <Time at={player.createdAt} format="day" />
        </Fact>
        <Fact name="Country">{player.country?.name}</Fact>
        <Fact name="Last played">{totals?.lastPlayedAt && <Time at={totals.lastPlayedAt} />}</Fact>
      </dl>
    </section>
  )
}

function RivalButton({ playerId, rival }: { playerId: string; rival: boolean }) {
  const { setRival, isPending, failure } = useRivalSwitch()
  return (
    <div className="grid gap-3 px-4 pb-4">
      <Button size="large" className="w-full" disabled={isPending} onClick={() => setRival(playerId, !rival)}>
        {rival ? 'Remove Rival' : 'Add Rival'}
      </Button>
      {failure && <ErrorBanner {...failure} />}
    </div>
  )
}

function TotalCells({ totals: { plays, charts, steps, seconds } }: { totals: PlayerTotals }) {
  const hours = seconds / 3600
  const cells = [
    { name: 'Plays', value: countText(plays) },
    { name: 'Charts', value: countText(charts) },
    { name: 'Steps', ...shortNumber(steps) },
    { name: 'Hours', value: hours < 10 ? hours.toFixed(1) : countText(Math.round(hours)) },
  ]
  return (
    <dl className="cellgrid grid-cols-4 border-t border-line lg:grid-cols-2">
      {cells.map(({ value, ...cell }) => (
        <Cell key={cell.name} {...cell} className="max-lg:px-3!" valueClass="truncate">
          {value}
        </Cell>
      ))}
    </dl>
  )
}

/** Three digits and a unit from 100,000 on: 3.61 M. */
function shortNumber(value: number): { value: string; unit?: string } {
  if (value < 100_000) return { value: countText(value) }
  const [divisor, unit] = value < 1_000_000 ? ([1_000, 'k'] as const) : ([1_000_000, 'M'] as const)
  return { value: threeDigits(value / divisor), unit }
}

function threeDigits(value: number): string {
  return value.toLocaleString('en-US', {
    maximumSignificantDigits: value < 1_000 ? 3 : 21,
    maximumFractionDigits: 2,
  })
}
