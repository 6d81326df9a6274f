import { type PosterColour, posterColour } from '@stepledger/contracts/competition/poster.ts'
import { useId } from 'react'
import { posterStyle } from '../../parts/competition/poster-style.ts'

interface Props {
  readonly colour: PosterColour
  readonly onChange: (colour: PosterColour) => void
}

const labels: Readonly<Record<PosterColour, string>> = {
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  gold: 'Gold',
  red: 'Red',
  pink: 'Pink',
  purple: 'Purple',
}

/** The colour of an event's poster. */
export function ColourField({ colour, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Colour of the poster</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {posterColour.options.map((option) => (
          <label
            key={option}
            className="ev flex min-h-11 cursor-pointer items-center gap-2 px-3 outline-offset-2 has-checked:outline-2 has-checked:outline-base-content md:min-h-10"
            style={posterStyle({ colour: option })}
          >
            <input
              type="radio"
              name={id}
              className="radio radio-sm border-current"
              checked={option === colour}
              onChange={() => onChange(option)}
            />
            {labels[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
