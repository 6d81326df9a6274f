import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useWide } from '../../ui/use-wide.ts'

interface Props {
  /** The name of the current question. */
  readonly chosen: string
  readonly onChoose: (name: string) => void
}

/** The list of questions; a select on phones. */
export function QuestionChoice({ chosen, onChoose }: Props) {
  const wide = useWide()
  if (!wide)
    return (
      <SelectField label="Question" value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {questions.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
    )
  return (
    <nav className="panel" aria-label="Questions">
      {questions.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="side w-full cursor-pointer py-2 text-left whitespace-normal!"
          aria-current={name === chosen ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
