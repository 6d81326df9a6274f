import type { PlayerGrades } from '@stepledger/contracts/http/player-home.ts'
import type { GradeGroup } from '@stepledger/contracts/rules/grade-group.ts'
import { countText } from '../../ui/count-text.ts'
import { Grade } from '../../ui/grade.tsx'

interface Props {
  readonly grades: PlayerGrades['grades']
  /** The grade that filters the list. */
  readonly chosen: GradeGroup | null
  readonly onChoose: (grade: GradeGroup | null) => void
}

/** The grades of a player's bests with the number of charts; a pressed one filters the list. */
export function GradeStrip({ grades, chosen, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser.
    <div
      role="group"
      aria-label="Grades"
      className="grid grid-cols-6 border-b border-line @min-[46rem]/panel:grid-cols-12"
    >
      {grades.map(({ group, charts }, i) => (
        <button
          key={group}
          type="button"
          className={`pick border-line ${i > 0 ? '@min-[46rem]/panel:border-l' : ''} ${i % 6 > 0 ? 'border-l' : ''} ${i < 6 ? 'max-md:border-b' : ''}`}
          aria-pressed={group === chosen}
          disabled={charts === 0 && group !== chosen}
          onClick={() => onChoose(group === chosen ? null : group)}
        >
          <Grade grade={group} />
          <span className="mute text-xs">
            {countText(charts)}
            <span className="sr-only"> {charts === 1 ? 'chart' : 'charts'}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
