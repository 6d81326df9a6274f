import { TextField } from '../../ui/text-field.tsx'
import { nameProblem } from './uploader-state.ts'

/** What the pack is to be called; what is wrong with that is said while it is typed. */
export function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <TextField
      label="Pack name"
      value={name}
      error={nameProblem(name)}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The name while it can't be changed. */
export function FixedName({ name }: { name: string }) {
  return (
    <div>
      <p className="mute text-sm">Pack name</p>
      <p className="text-lg font-bold break-words">{name}</p>
    </div>
  )
}
