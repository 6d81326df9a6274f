/** The symbol of a panel: an arrow rotated by degrees, or a square for centre panels and unknown layouts. */
export type PanelMark = number | 'square'

const [left, down, up, right] = [-90, 180, 0, 90]
const [upLeft, upRight, downLeft, downRight] = [-45, 45, -135, 135]
const dance: readonly PanelMark[] = [left, down, up, right]
const pump: readonly PanelMark[] = [downLeft, upLeft, 'square', upRight, downRight]

const marksByType = new Map<string | null, readonly PanelMark[]>([
  ['dance-single', dance],
  ['dance-double', [...dance, ...dance]],
  ['dance-couple', [...dance, ...dance]],
  ['dance-routine', [...dance, ...dance]],
  ['dance-solo', [left, upLeft, down, up, upRight, right]],
  ['dance-threepanel', [upLeft, down, upRight]],
  ['pump-single', pump],
  ['pump-halfdouble', ['square', upRight, downRight, downLeft, upLeft, 'square']],
  ['pump-double', [...pump, ...pump]],
  ['pump-couple', [...pump, ...pump]],
  ['pump-routine', [...pump, ...pump]],
])

/** The symbols from left to right; squares for an unknown steps type or a different number of panels. */
export function panelMarks(stepsType: string | null, panels: number): readonly PanelMark[] {
  const marks = marksByType.get(stepsType)
  return marks?.length === panels ? marks : new Array<PanelMark>(panels).fill('square')
}
