import { itemAt } from '@stepledger/contracts/item-at.ts'

/** Interned texts that entries share, reference-counted and numbered. */
interface StringPool {
  /** Interns a text and increments its reference count. Returns its number. */
  take(text: string): number
  /** Decrements the reference count; at 0 the text is removed and its number may be reused. */
  release(nr: number): void
  text(nr: number): string
  /** Returns a 0/1 flag per number whose text contains all the words; of none, all. The longest should come first. */
  containing(words: readonly string[]): Uint8Array
  /** Upper estimate of memory for texts and indexes, bytes. */
  bytes(): number
}

/** Overhead per text: the string's header, its list and map entries. */
const bytesOfText = 80
/** Two bytes per character, stored once alone and once in a block. */
const bytesOfCharacter = 4

/** Texts are joined into blocks, because searching one long text takes a tenth of the time of many short ones. */
const textsInBlock = 256
/** Separator; texts from Postgres cannot contain it. */
const separator = '\0'

interface Block {
  readonly joined: string
  /** Start of each text, and the end of the last. */
  readonly starts: Uint32Array
}

export function stringPool(): StringPool {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const references: number[] = []
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
      starts[i + 1] = (starts[i] ?? 0) + text.length + separator.length
    })
    const block = { joined: own.join(separator), starts }
    blocks.set(nth, block)
    return block
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
      references[nr] = (references[nr] ?? 0) + 1
      return nr
    },
    release(nr) {
      const left = itemAt(references, nr) - 1
      references[nr] = left
      const text = texts[nr] ?? ''
      if (left > 0) return
      numbers.delete(text)
      put(nr, '')
      free.push(nr)
      bytes -= bytesOfText + bytesOfCharacter * text.length
    },
    text: (nr) => texts[nr] ?? '',
    containing([search = '', ...others]) {
      const found = new Uint8Array(texts.length)
      if (search === '') return found.fill(1)
      if (search.includes(separator)) return found
      for (let first = 0; first < texts.length; first += textsInBlock) {
        const { joined, starts } = blockAt(first / textsInBlock)
        let nth = 0
        for (let at = joined.indexOf(search); at !== -1; at = joined.indexOf(search, starts[nth + 1])) {
          while ((starts[nth + 1] ?? joined.length) <= at) nth++
          found[first + nth] = 1
        }
      }
      for (const word of others)
        found.forEach((flag, nr) => {
          if (flag === 1 && texts[nr]?.includes(word) !== true) found[nr] = 0
        })
      return found
    },
    bytes: () => bytes,
  }
}
