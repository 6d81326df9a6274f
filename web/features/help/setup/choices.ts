export const systems = [
  { id: 'windows', label: 'Windows' },
  { id: 'macos', label: 'macOS' },
  { id: 'linux', label: 'Linux' },
  { id: 'portable', label: 'Portable' },
] as const
export type SystemId = (typeof systems)[number]['id']

export const methods = [
  { id: 'theme', label: 'Full Theme', what: 'UI + submission' },
  { id: 'module', label: 'Module Only', what: 'score submission' },
] as const
export type MethodId = (typeof methods)[number]['id']

export interface Choices {
  readonly system: SystemId | null
  readonly method: MethodId | null
}

export const nothingChosen: Choices = { system: null, method: null }

/** Changing the system resets the method. */
export function chooseSystem(choices: Choices, system: SystemId): Choices {
  return choices.system === system ? choices : { system, method: null }
}

export function chooseMethod(choices: Choices, method: MethodId): Choices {
  return choices.system === null ? choices : { ...choices, method }
}
