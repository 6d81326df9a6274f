/** A step arrow pointing up, centred on the origin, 16 units high. */
export const arrowPath = 'M0-8L8 0 5 3 2.2.2V8h-4.4V.2L-5 3-8 0z'

/** Rotation of the arrow for each panel, degrees, in the order of the game: left, down, up, right. */
export const panelTurns = [-90, 180, 0, 90] as const
