/** What the name of an exported file ends in until it is whole. */
export const draftEnding = '.part'
