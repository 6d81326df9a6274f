import { type ReactNode, useState } from 'react'
import { type ThemeName, themes } from '../../theme/themes.ts'
import { useTheme } from '../../theme/use-theme.ts'
import { CopyButton } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/panel.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { LeaderboardToggle, useActiveBoard } from '../leaderboard/active-board.tsx'
import { type OverlayLook, overlayAddress } from './overlay-address.ts'

const sizes = [
  { value: 'card', className: 'plain', content: 'Card', pixels: '560 × 310' },
  { value: 'bar', className: 'plain', content: 'Bar', pixels: '760 × 72' },
] as const

interface Props {
  /** The id of a player, or `event/{slug}`. */
  readonly path: string
  readonly text: string
  readonly note: string
}

/** The address of an overlay for streaming software, in a closed row. */
export function OverlayDisclosure(props: Props) {
  return <Disclosure title="Stream overlay">{() => <OverlayAddress {...props} />}</Disclosure>
}

function OverlayAddress({ path, text, note }: Props) {
  const [activeBoard] = useActiveBoard()
  const [activeTheme] = useTheme()
  const [size, setSize] = useState<OverlayLook['size']>('card')
  const [board, setBoard] = useState(activeBoard)
  const [theme, setTheme] = useState<ThemeName>(activeTheme)
  const address = `${window.location.origin}${overlayAddress(path, { size, board, theme })}`
  const pixels = sizes.find(({ value }) => value === size)?.pixels
  return (
    <div className="pad grid gap-4 md:grid-cols-2">
      <p className="mute max-w-prose md:col-span-2">{text}</p>
      <div className="grid content-start justify-items-start gap-3">
        <Choice label="Size">
          <RadioButtons label="Size" className="lb" choices={sizes} value={size} onChange={setSize} />
        </Choice>
        <Choice label="Board">
          <LeaderboardToggle value={board} onChange={setBoard} />
        </Choice>
        <SelectField
          label="Theme"
          className="w-full"
          value={theme}
          onChange={({ target }) => setTheme(themes.find(({ name }) => name === target.value)?.name ?? theme)}
        >
          {themes.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="min-w-0">
        <p className="mb-1 font-medium">Browser source, {pixels}</p>
        <div className="rounded-[2px] border border-line bg-(--well) p-3">
          <p className="font-semibold break-all">{address}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={address} label="Copy address" withLabel />
            <a className="btn btn-ghost btn-sm h-10 md:h-8" href={address} target="_blank" rel="noreferrer">
              Preview
            </a>
          </div>
        </div>
        <p className="mute mt-2 text-xs">
          {note} Add <b>&amp;scale=1.5</b> to enlarge it.
        </p>
      </div>
    </div>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-medium" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}
