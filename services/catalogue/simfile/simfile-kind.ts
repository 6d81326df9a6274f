/** Format of a simfile. Of a folder with both, the game reads the .ssc. */
export type SimfileKind = 'ssc' | 'sm'
