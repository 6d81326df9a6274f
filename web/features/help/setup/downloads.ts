/** URLs of the theme, the module and their checksums. */
export const downloads = {
  theme: '/downloads/stepledger-theme.zip',
  module: '/downloads/stepledger-module.zip',
  checksums: '/downloads/SHA256SUMS',
} as const
