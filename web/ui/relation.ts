/** What a player is to who looks at the page; null: neither. */
export type Relation = 'own' | 'rival' | null
