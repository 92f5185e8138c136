import type { FastifyReply } from 'fastify'
import { type EmailKind, emailKinds, kindsOfEmails, newestEmailsOfKind } from '#acquiring/emails'
import { emailIn, emailsIn, type Received } from '#connectors/message/mailbox.ts'
import type { Attachment } from '#connectors/message/messenger.ts'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { type Desk, type DeskSection, deskRoot, deskTable, timeOf } from './desk.ts'

/** The mailbox of staging: every email that is sent, to any recipient. */
export const mailboxSection = ({ db }: { db: Db }): DeskSection => ({
  path: 'mailbox',
  name: 'Mailbox',
  about:
    'Read every email that is sent: receipts, failed payments, cards about to expire. Find them by address and kind.',
  routes: (http, desk) => {
    http.get('/', async (request, reply) => {
      const { to, kind: wanted, before } = request.query as Record<string, unknown>
      const search = typeof to === 'string' ? to.trim().slice(0, searchMax) : ''
      const kind = emailKinds.find((each) => each === wanted)
      const older = readId<bigint>(before)
      const keys = kind && (await newestEmailsOfKind(db, kind, ofKindMax))
      const found = await emailsIn(db, {
        search,
        limit: pageSize + 1,
        keys,
        ...(older !== undefined && { before: older }),
      })
      const kinds = await kindsOfEmails(
        db,
        found.map(({ key }) => key),
      )
      return showList(desk, reply, { search, kind, found, kinds })
    })
    http.get('/:id', async (request, reply) => {
      const email = await find(db, request.params)
      return email ? showEmail(desk, reply, email) : nothingHere(desk, reply)
    })
    http.get('/:id/files/:name', async (request, reply) => {
      const { name } = request.params as { name?: unknown }
      const file = (await find(db, request.params))?.attachments?.find((one) => one.name === name)
      return file ? reply.headers(fileHeaders(file)).send(file.content) : nothingHere(desk, reply)
    })
    http.get('/:id/page', async (request, reply) => {
      const email = await find(db, request.params)
      return email ? reply.headers(emailHeaders).send(email.html) : nothingHere(desk, reply)
    })
  },
})
const pageSize = 50
const searchMax = 254
/** Of a kind the newest so many are looked through. */
const ofKindMax = 5000
const root = `${deskRoot}/mailbox`

async function find(db: Db, params: unknown): Promise<Received | undefined> {
  const id = readId<bigint>((params as { id?: unknown }).id)
  return id === undefined ? undefined : emailIn(db, id)
}

type Listed = {
  search: string
  kind: EmailKind | undefined
  found: readonly Received[]
  /** Of those to shoppers, by their keys. */
  kinds: ReadonlyMap<string, EmailKind>
}

const nameOfKind = (kind: EmailKind): string => {
  const name = kind.replaceAll(/[-_]/g, ' ').replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function showList(desk: Desk, reply: FastifyReply, { search, kind, found, kinds }: Listed): FastifyReply {
  const emails = found.slice(0, pageSize)
  const older = found.length > pageSize && emails.at(-1)
  const query = `${search && `&to=${encodeURIComponent(search)}`}${kind ? `&kind=${kind}` : ''}`
  const isFiltered = search !== '' || kind !== undefined
  const kindOf = (key: string) => kinds.get(key)
  const rows = emails.map(({ id, key, to, subject, from, receivedAt, arrivals }) => [
    html`<a href="${root}/${id}"><bdi>${subject}</bdi></a>${arrivals > 1 && html` <span class="badge wait">${arrivals} times</span>`}`,
    kindOf(key) ? nameOfKind(kindOf(key)!) : 'Other',
    html`<bdi>${to}</bdi>`,
    html`<bdi>${from.name}</bdi>`,
    timeOf(receivedAt),
  ])
  const main = html`
<form method="get" action="${root}" class="buttons" role="search">
<div><label for="to">Address of the recipient</label><input id="to" name="to" type="search" value="${search}" maxlength="${searchMax}" autocomplete="off" spellcheck="false"></div>
<div><label for="kind">Kind</label><select id="kind" name="kind"><option value="">All</option>${emailKinds.map((each) => html`<option${attributes({ value: each, selected: each === kind })}>${nameOfKind(each)}</option>`)}</select></div>
<button class="plain">Filter</button>
</form>
${rows.length > 0 ? deskTable('Emails', ['Subject', 'Kind', 'To', 'From', 'Arrived'], rows) : empty(search, isFiltered)}
${older && html`<p><a href="${root}?before=${older.id}${query}">Older emails</a></p>`}`
  const lead = 'Every email, newest first. None of them has left this installation.'
  return desk.show(reply, { title: 'Mailbox', lead, main })
}

const empty = (search: string, isFiltered: boolean): Html =>
  !isFiltered
    ? html`<p class="empty">No email has been sent yet. Pay something in the demo store with an e-mail address.</p>`
    : html`<p class="empty">No email ${search ? html`to an address with “<bdi>${search}</bdi>” in it` : 'of this kind'}. <a href="${root}">Show all emails</a></p>`

function showEmail(desk: Desk, reply: FastifyReply, email: Received): FastifyReply {
  const { id, from, to, replyTo, subject, text, receivedAt, arrivals, attachments = [] } = email
  const main = html`
<p><a href="${root}">All emails</a> · <a href="${root}?to=${encodeURIComponent(to)}">Emails to this address</a></p>
<dl class="facts">
<dt>From</dt><dd><bdi>${from.name}</bdi> &lt;${from.address}&gt;</dd>
<dt>To</dt><dd><bdi>${to}</bdi></dd>
<dt>Reply to</dt><dd>${replyTo ?? 'none: the site has no address for replies'}</dd>
<dt>Arrived</dt><dd>${timeOf(receivedAt)}${arrivals > 1 && ` and ${arrivals - 1} more times, sent again`}</dd>
${attachments.length > 0 && html`<dt>Attached</dt><dd>${attachments.map(({ name }) => html`<a href="${root}/${id}/files/${encodeURIComponent(name)}"><bdi>${name}</bdi></a> `)}</dd>`}
</dl>
<h2>As a mail program shows it</h2>
<iframe src="${root}/${id}/page" title="The email" height="${heightOf(text)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p><a href="${root}/${id}/page" target="_blank" rel="noopener">Open it alone</a></p>
<h2>As plain text</h2>
<pre dir="auto">${text}</pre>`
  return desk.show(reply, { title: subject, main, layouts: true })
}

/**
 * A frame does not know the height of what it shows, and the desk has no script: room for the text of the email, as it
 * is laid out on a telephone.
 */
function heightOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)
  return 320 + lines * 34
}
const lineLength = 40

const nothingHere = (desk: Desk, reply: FastifyReply): FastifyReply =>
  desk.show(reply, {
    status: 404,
    title: 'No such email',
    main: html`<p>The mailbox has no email with this number. <a href="${root}">Show all emails</a></p>`,
  })

/** An email is untrusted HTML: it runs nothing, loads nothing, and its links open a page of their own. */
const emailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const fileHeaders = ({ type, name }: Attachment) => ({
  'content-type': type,
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
