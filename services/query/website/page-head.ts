import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import type { CardWords } from '../cards/words.ts'
import { pictureSize } from '../pictures/sheet.ts'

/** What the head of a page tells to anyone who unfolds a link to it. Addresses are absolute. */
export interface PageHead extends CardWords {
  readonly type: 'article' | 'profile'
  readonly url: string
  readonly pictureUrl: string
}

const site = 'Stepledger'

/** Chats cut longer ones anyway. */
const mostInDescription = 300

/** The page with title, description, Open Graph and Twitter tags in place of its own title and description. */
export function withHead(html: string, head: PageHead): string {
  const title = clean(head.title)
  const description = cut(clean(head.description), mostInDescription)
  const tags = [
    `<title>${escapeMarkup(`${title} · ${site}`)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeMarkup(head.url)}" />`,
    property('og:site_name', site),
    property('og:type', head.type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', head.url),
    property('og:image', head.pictureUrl),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(pictureSize.width)),
    property('og:image:height', String(pictureSize.height)),
    property('og:image:alt', `${title}: ${description}`),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', head.pictureUrl),
  ]
  const bare = html.replace(/\s*<title>[^<]*<\/title>/, '').replace(/\s*<meta name="description"[^>]*>/, '')
  return intoHead(bare, tags.join('\n    '))
}

/** The page of something that does not exist: nobody should list it. */
export function withoutSubject(html: string): string {
  return intoHead(html, named('robots', 'noindex'))
}

/** A function, because a title may hold what `replace` takes for a pattern. */
function intoHead(html: string, tags: string): string {
  return html.replace('</head>', () => `  ${tags}\n  </head>`)
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}" />`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}" />`

const clean = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
