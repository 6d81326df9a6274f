interface ImportMetaEnv {
  /** Address of the community chat, shown in the footer; left out when not given. */
  readonly VITE_COMMUNITY_CHAT_URL?: string
}
