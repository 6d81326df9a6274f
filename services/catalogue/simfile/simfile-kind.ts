/** Of the two kinds of file that describe a song; where a folder has both, the game reads the .ssc. */
export type SimfileKind = 'ssc' | 'sm'
