import { Dialog } from '../ui/dialog.tsx'
import { themes } from './themes.ts'
import { useTheme } from './use-theme.ts'

/** All themes as radios, each in its own colours; a choice is applied at once. */
export function ThemePicker({ open, onClose }: { open: boolean; onClose: () => void }) {
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
