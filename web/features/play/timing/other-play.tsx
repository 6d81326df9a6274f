import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { useMemo } from 'react'
import { type Relation, useRelations } from '../../../sign-in/use-session.ts'
import { bytesOf } from './draw/colour-bytes.ts'
import type { Palette } from './draw/palette.ts'
import { stepsOf } from './model/steps.ts'
import type { OtherSteps } from './timing-chart.tsx'

const colourOf = (palette: Palette, relation: Relation, other: string) =>
  relation === 'own' ? palette.own : relation === 'rival' ? palette.rival : other

/** The steps of the other play with the colours of both players; two plays of one player differ in ink. */
export function useOtherSteps(play: Play, other: Play | null, palette: Palette): OtherSteps | null {
  const relationTo = useRelations()
  return useMemo(() => {
    if (other === null) return null
    const isSame = other.user.id === play.user.id
    return {
      steps: stepsOf(other.timingData),
      colour: colourOf(palette, isSame ? null : relationTo(other.user.id), palette.ink2),
      ownColour: bytesOf(colourOf(palette, relationTo(play.user.id), palette.ink)),
    }
  }, [play.user.id, other, palette, relationTo])
}

const text = { own: 'text-(--own)', rival: 'text-(--rival)' } as const

/** Whose dots are filled and whose are hollow. */
export function ComparedLegend({ play, other }: { play: Play; other: Play }) {
  const relationTo = useRelations()
  const relation = relationTo(play.user.id)
  const isSame = other.user.id === play.user.id
  const otherRelation = isSame ? null : relationTo(other.user.id)
  return (
    <ul className="flex flex-wrap gap-x-4 border-t border-line bg-(--well) px-4 py-1.5 text-xs">
      <li className={`inline-flex items-center gap-2 ${relation ? text[relation] : ''}`}>
        <i className="size-1.5 rounded-full bg-current" />
        {relation === 'own' ? 'You' : play.user.alias}
        {isSame && ', this play'}
      </li>
      <li className={`inline-flex items-center gap-2 ${otherRelation ? text[otherRelation] : 'mute'}`}>
        <i className="size-2 rounded-full border border-current" />
        {otherRelation === 'own' ? 'You' : other.user.alias}
        {isSame && ', the other play'}
      </li>
    </ul>
  )
}
