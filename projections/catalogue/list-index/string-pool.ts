import { itemAt } from '@stepledger/contracts/item-at.ts'
/** Texts that entries share, each kept once under a number, and for as long as an entry has it. */
export interface StringPool {
  /** The number of a text, which has one user more. */
  take(text: string): number
  /** The text has one user less; without any it goes, and another may get its number. */
  release(nr: number): void
  text(nr: number): string
  /** For each number whether its text holds what is searched: 1 or 0. */
  holding(search: string): Uint8Array
  /** What the texts take at most, in bytes, with what finds them. */
  bytes(): number
}

/** Beside its characters: the string's head, its places in lists and in the map. */
const bytesOfText = 80
/** Of two bytes, once by itself and once in its block. */
const bytesOfCharacter = 4

/** Texts lie in blocks, as a search in one long text takes a tenth of many in short ones. */
const textsInBlock = 256
/** No text holds it: Postgres keeps none that does. */
const between = '\0'

interface Block {
  readonly joined: string
  /** Where each text begins, and where another one would. */
  readonly starts: Uint32Array
}

export function stringPool(): StringPool {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const users: number[] = []
  const free: number[] = []
  const blocks = new Map<number, Block>()
  let bytes = 0
  const put = (nr: number, text: string) => {
    texts[nr] = text
    blocks.delete(Math.floor(nr / textsInBlock))
  }
  const blockAt = (nth: number): Block => {
    const known = blocks.get(nth)
    if (known) return known
    const own = texts.slice(nth * textsInBlock, (nth + 1) * textsInBlock)
    const starts = new Uint32Array(own.length + 1)
    own.forEach((text, i) => {
      starts[i + 1] = (starts[i] ?? 0) + text.length + between.length
    })
    const made = { joined: own.join(between), starts }
    blocks.set(nth, made)
    return made
  }
  return {
    take(text) {
      const known = numbers.get(text)
      const nr = known ?? free.pop() ?? texts.length
      if (known === undefined) {
        numbers.set(text, nr)
        put(nr, text)
        bytes += bytesOfText + bytesOfCharacter * text.length
      }
      users[nr] = (users[nr] ?? 0) + 1
      return nr
    },
    release(nr) {
      const left = itemAt(users, nr) - 1
      users[nr] = left
      const text = texts[nr] ?? ''
      if (left > 0) return
      numbers.delete(text)
      put(nr, '')
      free.push(nr)
      bytes -= bytesOfText + bytesOfCharacter * text.length
    },
    text: (nr) => texts[nr] ?? '',
    holding(search) {
      const found = new Uint8Array(texts.length)
      if (search.includes(between)) return found
      for (let first = 0; first < texts.length; first += textsInBlock) {
        const { joined, starts } = blockAt(first / textsInBlock)
        let nth = 0
        for (let at = joined.indexOf(search); at !== -1; at = joined.indexOf(search, starts[nth + 1])) {
          while ((starts[nth + 1] ?? joined.length) <= at) nth++
          found[first + nth] = 1
        }
      }
      return found
    },
    bytes: () => bytes,
  }
}
