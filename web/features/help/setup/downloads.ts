/** Where the server has what players install into the game, and the sums to check it by. */
export const downloads = {
  theme: '/downloads/stepledger-theme.zip',
  module: '/downloads/stepledger-module.zip',
  checksums: '/downloads/SHA256SUMS',
} as const
