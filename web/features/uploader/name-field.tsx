import { TextField } from '../../ui/text-field.tsx'
import { nameProblem } from './uploader-state.ts'

/** The pack's name, validated while typing. */
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

export function FixedName({ name }: { name: string }) {
  return (
    <div>
      <p className="mute text-sm">Pack name</p>
      <p className="text-lg font-bold break-words">{name}</p>
    </div>
  )
}
