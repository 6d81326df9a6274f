/** The themes with their labels, in the order of the picker. */
export const themes = [
  { name: 'arrow-blue', label: 'Default (Dark)' },
  { name: 'winter', label: 'Default (Light)' },
  { name: 'arrow-red', label: 'Arrow Red' },
  { name: 'cyberpunk', label: 'Cyberpunk' },
  { name: 'dark', label: 'Dark' },
  { name: 'cupcake', label: 'Cupcake' },
  { name: 'retro', label: 'Retro' },
  { name: 'lofi', label: 'Lofi' },
  { name: 'synthwave', label: 'Synthwave' },
  { name: 'valentine', label: 'Valentine' },
  { name: 'halloween', label: 'Halloween' },
  { name: 'garden', label: 'Garden' },
  { name: 'forest', label: 'Forest' },
  { name: 'business', label: 'Business' },
  { name: 'acid', label: 'Acid' },
  { name: 'luxury', label: 'Luxury' },
  { name: 'dracula', label: 'Dracula' },
  { name: 'night', label: 'Night' },
  { name: 'coffee', label: 'Coffee' },
  { name: 'bumblebee', label: 'Bumblebee' },
] as const

export type ThemeName = (typeof themes)[number]['name']

const defaultTheme: ThemeName = 'arrow-blue'

/** The localStorage key; before-app.js reads it before the first paint. */
export const themeKey = 'theme'

export function themeFrom(text: string | null | undefined): ThemeName {
  return themes.find((theme) => theme.name === text)?.name ?? defaultTheme
}
