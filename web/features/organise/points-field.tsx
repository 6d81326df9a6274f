import {
  describePoints,
  type PointsFormula,
  pointsAt,
} from '@stepledger/contracts/competition/points-formula.ts'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldError, SelectField, TextField } from '../../ui/text-field.tsx'
import { curvePath, percentOf, presetOf, presets, rateOf } from './points-presets.ts'

interface Props {
  readonly points: PointsFormula
  readonly error?: string | undefined
  readonly onChange: (points: PointsFormula) => void
}

/** Chooses a formula by what it does, or by its numbers. */
export function PointsField({ points, error, onChange }: Props) {
  const id = useId()
  const chosen = presetOf(points)
  const [exact, setExact] = useState(chosen === undefined)
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 font-medium">Points on each chart</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {presets.map((preset) => (
          <label
            key={preset.name}
            className="flex cursor-pointer items-start gap-3 rounded-[2px] border border-line p-3 hover:bg-base-content/5 has-checked:border-base-content"
          >
            <input
              type="radio"
              name={id}
              className="radio radio-sm radio-primary mt-0.5"
              checked={preset === chosen && !exact}
              onChange={() => {
                setExact(false)
                onChange(preset.points)
              }}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{preset.name}</span>
              <span className="mute block text-sm">{preset.text}</span>
              <Curve points={preset.points} />
            </span>
          </label>
        ))}
        <label className="flex cursor-pointer items-start gap-3 rounded-[2px] border border-line p-3 hover:bg-base-content/5 has-checked:border-base-content sm:col-span-2">
          <input
            type="radio"
            name={id}
            className="radio radio-sm radio-primary mt-0.5"
            checked={exact}
            onChange={() => setExact(true)}
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">Exact numbers</span>
            <span className="mute block text-sm">{describePoints(points)}</span>
          </span>
        </label>
      </div>
      {exact && <ExactNumbers points={points} onChange={onChange} />}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  )
}

const shownPlaces = [1, 2, 3, 10, 50] as const

/** The points of some places as numbers, and a line for all between. */
function Curve({ points }: Pick<Props, 'points'>) {
  return (
    <span className="mt-2 flex items-end gap-3">
      <svg
        viewBox="-1 -1 98 42"
        className="fig h-10 max-w-24 flex-none"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="gl2" d="M0 40H96" vectorEffect="non-scaling-stroke" />
        <path
          d={curvePath(points, 96, 40)}
          fill="none"
          stroke="var(--color-primary)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="mute text-2xs">
        {shownPlaces.map((place, i) => (
          <span key={place}>
            {i > 0 && ' · '}
            <span className="whitespace-nowrap">
              #{place} {countText(pointsAt(points, place))}
            </span>
          </span>
        ))}
      </span>
    </span>
  )
}

const maxPieces = 10

function ExactNumbers({ points, onChange }: Props) {
  const { maxPoints, minPoints, pieces } = points
  const change = (i: number, part: Partial<PointsFormula['pieces'][number]>) =>
    onChange({ ...points, pieces: pieces.map((piece, n) => (n === i ? { ...piece, ...part } : piece)) })
  const last = pieces.length - 1
  return (
    <div className="mt-3 grid gap-3 border-l-2 border-line pl-3">
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label="First place"
          value={maxPoints}
          min={Math.max(1, minPoints)}
          max={1_000_000}
          onChange={(value) => onChange({ ...points, maxPoints: value })}
        />
        <NumberField
          label="Everybody else at least"
          value={minPoints}
          min={0}
          max={maxPoints}
          onChange={(value) => onChange({ ...points, minPoints: value })}
        />
      </div>
      {pieces.map((piece, i) => {
        const from = i === 0 ? 'Each place falls' : `From place ${pieces[i - 1]?.upTo ?? ''} it falls`
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list.
            key={i}
            className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_3rem]"
          >
            <legend className="sr-only">{from}</legend>
            <SelectField
              className="max-sm:col-span-2"
              label={from}
              value={piece.form}
              onChange={({ target }) => {
                const form = target.value === 'hyperbolic' ? 'hyperbolic' : 'exponential'
                change(i, { form, rate: rateOf(form, Math.min(99, percentOf(piece))) })
              }}
            >
              <option value="exponential">by the same percent</option>
              <option value="hyperbolic">by less and less</option>
            </SelectField>
            <NumberField
              label="Percent"
              value={percentOf(piece)}
              min={0}
              max={piece.form === 'exponential' ? 99.99 : 1_000}
              fraction
              onChange={(percent) => change(i, { rate: rateOf(piece.form, percent) })}
            />
            {piece.upTo === null ? (
              <Button
                size="large"
                disabled={pieces.length >= maxPieces}
                onClick={() => onChange({ ...points, pieces: split(pieces) })}
              >
                <Icon name="plus" /> Part
              </Button>
            ) : (
              <NumberField
                label="Down to place"
                value={piece.upTo}
                min={2}
                max={1_000_000}
                onChange={(upTo) => change(i, { upTo })}
              />
            )}
            {i === last && i > 0 ? (
              <Button
                variant="ghost"
                size="large"
                className="btn-square"
                aria-label="Remove the last part"
                onClick={({ currentTarget }) => {
                  const before = currentTarget.closest('fieldset')?.previousElementSibling
                  before?.querySelector('select')?.focus()
                  onChange({ ...points, pieces: joined(pieces) })
                }}
              >
                <Icon name="close" />
              </Button>
            ) : (
              <span className="max-sm:hidden" />
            )}
          </fieldset>
        )
      })}
      <Curve points={points} />
    </div>
  )
}

type Pieces = PointsFormula['pieces']

/** The last piece in two: it ends ten places further on, and goes on as it was. */
function split(pieces: Pieces): Pieces {
  const last = pieces.at(-1)
  if (!last) return pieces
  const upTo = (pieces.at(-2)?.upTo ?? 0) + 10
  return [...pieces.slice(0, -1), { ...last, upTo }, last]
}

function joined(pieces: Pieces): Pieces {
  return pieces
    .slice(0, -1)
    .map((piece, i, kept) => (i === kept.length - 1 ? { ...piece, upTo: null } : piece))
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** Whether it may have decimals. */
  readonly fraction?: boolean
  readonly hint?: string
  readonly className?: string
  readonly onChange: (value: number) => void
}

/** A number as text, so that it can be emptied while typing; only valid ones are passed on. */
export function NumberField({ label, value, min, max, fraction = false, onChange, ...rest }: NumberProps) {
  const [text, setText] = useState(String(value))
  const [shown, setShown] = useState(value)
  // The value was changed by other means: the field follows.
  if (value !== shown) {
    setShown(value)
    if (Number(text) !== value) setText(String(value))
  }
  const isValid = (typed: string) => {
    const number = Number(typed)
    const isNumber = typed.trim() !== '' && (fraction ? Number.isFinite(number) : Number.isInteger(number))
    return isNumber && number >= min && number <= max
  }
  return (
    <TextField
      label={label}
      inputMode={fraction ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={12}
      value={text}
      error={isValid(text) ? undefined : `${countText(min)} to ${countText(max)}`}
      onChange={({ target }) => {
        setText(target.value)
        if (!isValid(target.value)) return
        setShown(Number(target.value))
        onChange(Number(target.value))
      }}
      {...rest}
    />
  )
}
