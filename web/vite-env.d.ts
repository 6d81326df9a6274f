interface ImportMetaEnv {
  /** The community chat's address, shown in the footer; optional. */
  readonly VITE_COMMUNITY_CHAT_URL?: string
}
