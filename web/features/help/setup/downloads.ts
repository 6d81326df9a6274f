/** Where the server has what players install into the game. */
export const downloads = {
  theme: '/downloads/stepledger-theme.zip',
  module: '/downloads/stepledger-module.zip',
} as const
