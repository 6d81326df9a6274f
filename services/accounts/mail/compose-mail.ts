import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import type { MailTexts } from './mail-texts.ts'

interface Envelope {
  readonly to: string
  readonly id: string
  readonly playerId: string
  readonly link?: string
  /** Origin of the website, for the footer. */
  readonly site: string
}

/** Renders a mail as text and HTML: tables and inline styles because of mail clients, and no remote images. */
export function composeMail(texts: MailTexts, { to, id, playerId, link, site }: Envelope): MailMessage {
  const { subject, before, button, after } = texts
  const linked = link !== undefined && button !== undefined ? { link, button } : null
  const text = [
    ...before,
    ...(linked ? [`${linked.button}:\n${linked.link}`] : []),
    ...after,
    `-- \nStepledger\n${site}`,
  ].join('\n\n')
  return {
    to,
    id,
    playerId,
    subject: `${subject} · Stepledger`,
    text: `${text}\n`,
    html: htmlOf(subject, texts, linked, site),
  }
}

const ink = '#e6eaf0'
const muted = '#a9b4c4'
const ground = '#0f1520'
const panel = '#18202c'
const line = '#2c3746'
const primary = '#46abff'
const onPrimary = '#04101c'
const font = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

function htmlOf(
  subject: string,
  { before, after }: MailTexts,
  linked: { readonly link: string; readonly button: string } | null,
  site: string,
): string {
  const paragraph = (text: string, colour: string) =>
    `<p style="margin:0 0 14px;font:14px/21px ${font};color:${colour};overflow-wrap:anywhere">${escapeMarkup(text)}</p>`
  const action = linked
    ? `<p style="margin:22px 0"><a href="${escapeMarkup(linked.link)}" style="display:inline-block;padding:12px 18px;border-radius:4px;background:${primary};color:${onPrimary};font:700 15px/18px ${font};text-decoration:none">${escapeMarkup(linked.button)}</a></p>`
    : ''
  const address = linked
    ? paragraph('Button not working? Copy this link into your browser:', muted) +
      paragraph(linked.link, muted)
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;background:${ground}" bgcolor="${ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 14px;font:800 18px/22px ${font};color:${ink}"><span style="color:${primary}">&#9650;</span>&nbsp;Stepledger</td></tr>
<tr><td bgcolor="${panel}" style="padding:24px;border:1px solid ${line};border-radius:6px">
<h1 style="margin:0 0 18px;font:800 22px/28px ${font};color:${ink}">${escapeMarkup(subject)}</h1>
${before.map((text) => paragraph(text, ink)).join('\n')}
${action}
${after.map((text) => paragraph(text, muted)).join('\n')}
${address}
</td></tr>
<tr><td style="padding:14px 0 0;font:12px/18px ${font};color:${muted}"><a href="${escapeMarkup(site)}" style="color:${muted}">${escapeMarkup(site.replace(/^https?:\/\//, ''))}</a></td></tr>
</table></td></tr></table></body></html>
`
}
