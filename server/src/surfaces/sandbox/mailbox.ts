import type { FastifyReply } from 'fastify'
import { emailIn, emailsIn, type Received } from '#connectors/message/mailbox.ts'
import type { Attachment } from '#connectors/message/messenger.ts'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Html, html } from '#kernel/http/html.ts'
import { type Desk, type DeskSection, deskRoot, deskTable, timeOf } from './desk.ts'

/** The mailbox of staging: every email that is sent, to any recipient. */
export const mailboxSection = ({ db }: { db: Db }): DeskSection => ({
  path: 'mailbox',
  name: 'Mailbox',
  about: 'Read the emails that shoppers receive: receipts, failed payments, cards about to expire.',
  routes: (http, desk) => {
    http.get('/', async (request, reply) => {
      const { to, before } = request.query as Record<string, unknown>
      const search = typeof to === 'string' ? to.trim().slice(0, searchMax) : ''
      const older = readId<bigint>(before)
      const page = { search, limit: pageSize + 1, ...(older !== undefined && { before: older }) }
      return showList(desk, reply, search, await emailsIn(db, page))
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
const root = `${deskRoot}/mailbox`

async function find(db: Db, params: unknown): Promise<Received | undefined> {
  const id = readId<bigint>((params as { id?: unknown }).id)
  return id === undefined ? undefined : emailIn(db, id)
}

function showList(desk: Desk, reply: FastifyReply, search: string, found: readonly Received[]): FastifyReply {
  const emails = found.slice(0, pageSize)
  const older = found.length > pageSize && emails.at(-1)
  const query = search === '' ? '' : `&to=${encodeURIComponent(search)}`
  const rows = emails.map(({ id, to, subject, from, receivedAt, arrivals }) => [
    html`<a href="${root}/${id}"><bdi>${subject}</bdi></a>${arrivals > 1 && html` <span class="badge wait">${arrivals} times</span>`}`,
    html`<bdi>${to}</bdi>`,
    html`<bdi>${from.name}</bdi>`,
    timeOf(receivedAt),
  ])
  const main = html`
<form method="get" action="${root}" class="buttons" role="search">
<div><label for="to">Address of the recipient</label><input id="to" name="to" type="search" value="${search}" maxlength="${searchMax}" autocomplete="off" spellcheck="false"></div>
<button class="plain">Search</button>
</form>
${rows.length > 0 ? deskTable('Emails', ['Subject', 'To', 'From', 'Arrived'], rows) : empty(search)}
${older && html`<p><a href="${root}?before=${older.id}${query}">Older emails</a></p>`}`
  const lead = 'Emails to shoppers, newest first. None of them has left this installation.'
  return desk.show(reply, { title: 'Mailbox', lead, main })
}

const empty = (search: string): Html =>
  search === ''
    ? html`<p class="empty">No email has been sent yet. Pay something in the demo store with an e-mail address.</p>`
    : html`<p class="empty">No email to an address with “<bdi>${search}</bdi>” in it. <a href="${root}">Show all emails</a></p>`

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
<iframe src="${root}/${id}/page" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>As plain text</h2>
<pre dir="auto">${text}</pre>`
  return desk.show(reply, { title: subject, main, layouts: true })
}

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
