import { type LinkServer, publicUrl } from './link-server.ts'

/** Requests a page as a browser does, or with another `Accept`. */
export async function openPage({ url }: LinkServer, path: string, accept = 'text/html,*/*;q=0.8') {
  const response = await fetch(`${url}${path}`, { headers: { accept } })
  return { status: response.status, html: await response.text(), type: response.headers.get('content-type') }
}

/** The meta tags of the head by name, unescaped. */
export function tagsOf(html: string): Map<string, string> {
  const [head = ''] = html.split('</head>')
  const tags = head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)
  return new Map([...tags].map(([, name = '', content = '']) => [name, plain(content)]))
}

const plain = (text: string) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '',
  )

/** The picture at an address that a page names. */
export async function openPicture({ url }: LinkServer, address: string) {
  const response = await fetch(address.replace(publicUrl, url))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
