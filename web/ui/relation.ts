/** The relation of a player to the viewer; null: neither. */
export type Relation = 'own' | 'rival' | null
