import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import type { CardWords } from '../cards/words.ts'
import { pictureSize } from '../pictures/sheet.ts'

/** Link preview metadata of a page. URLs are absolute. */
interface PageHead extends CardWords {
  readonly type: 'article' | 'profile'
  readonly url: string
  readonly pictureUrl: string
}

const site = 'Stepledger'

/** Maximum characters of a description; chat clients truncate longer ones. */
const maxDescription = 300

/** Replaces title and description of the page, and adds Open Graph and Twitter tags. */
export function withHead(html: string, head: PageHead): string {
  const title = clean(head.title)
  const description = cut(clean(head.description), maxDescription)
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
  const stripped = html
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
  return intoHead(stripped, tags.join('\n    '))
}

/** The page of an unknown subject: excluded from search indexes. */
export function withoutSubject(html: string): string {
  return intoHead(html, named('robots', 'noindex'))
}

/** Replaces by a function, because a title may contain replacement patterns such as `$&`. */
function intoHead(html: string, tags: string): string {
  return html.replace('</head>', () => `  ${tags}\n  </head>`)
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}" />`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}" />`

const clean = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
