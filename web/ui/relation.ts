/** What a player is to the viewer of the page; null: neither. */
export type Relation = 'own' | 'rival' | null
