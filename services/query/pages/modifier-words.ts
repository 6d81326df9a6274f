import { scrollSpeed } from '@stepledger/contracts/play/scroll-speed.ts'
import { visibleText } from '@stepledger/contracts/play/shown-title.ts'
import { z } from 'zod'

/** Modifiers as clients send them; every field is optional, and one of another type is ignored. */
const modifiers = z.object({
  speed: scrollSpeed.optional().catch(undefined),
  mini: z.number().min(-1_000).max(1_000).optional().catch(undefined),
  turn: z.string().optional().catch(undefined),
  perspective: z.string().optional().catch(undefined),
  disabledWindows: z.string().optional().catch(undefined),
})

/** Limit of a word that the client chose, characters. */
const maxLetters = 40

const usual: ReadonlySet<string> = new Set(['', 'none', 'overhead'])

/** Returns the speed and the chosen modifiers as players write them, without the usual ones: `C560`; `35% mini`, `Mirror`. */
export function modifierWords(sent: Readonly<Record<string, unknown>> | null): {
  speed: string | null
  modifiers: string[]
} {
  const parsed = modifiers.safeParse(sent ?? {})
  if (!parsed.success) return { speed: null, modifiers: [] }
  const { speed, mini, turn, perspective, disabledWindows } = parsed.data
  const named = [turn, perspective].flatMap((word) => chosen(word) ?? [])
  const disabled = chosen(disabledWindows)
  return {
    speed: speed ? speedText(speed) : null,
    modifiers: [
      ...(mini ? [`${numberText(mini)}% mini`] : []),
      ...named,
      ...(disabled === null ? [] : [`no ${disabled}`]),
    ],
  }
}

function speedText({ type, value }: z.infer<typeof scrollSpeed>): string {
  return type === 'X' ? `${numberText(value)}x` : `${type}${numberText(value)}`
}

function chosen(word: string | undefined): string | null {
  const text = word?.trim() ?? ''
  return usual.has(text.toLowerCase()) ? null : [...visibleText(text)].slice(0, maxLetters).join('')
}

/** At most two decimals: 2.5, 560. */
function numberText(value: number): string {
  return String(Math.round(value * 100) / 100)
}
