import { describe, expect, onTestFinished, test } from 'vitest'
import {
  deleteOldEmails,
  type EmailId,
  emailDelivery,
  listEmails,
  resendEmail,
  resendParked,
  showEmail,
} from '#acquiring/emails'
import { smtpMessenger } from '#connectors/message/smtp.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Db } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { by } from '../world/author.ts'
import { type MailServer, openMailServer } from '../world/mail-server.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { openPeople } from '../world/staff.ts'

/** A shop whose emails go to a real mail server. */
async function openPost(input: Parameters<typeof openShop>[0] = {}) {
  let server = await openMailServer()
  onTestFinished(() => server.close())
  const { port, url } = server
  const shop = await openShop(input, {
    environment: { FLORIN_SMTP_URL: url, FLORIN_MAIL_FROM: 'payments@pay.example' },
  })
  return {
    shop,
    mail: () => server.mail,
    behave: (manner: Parameters<MailServer['behave']>[0]) => server.behave(manner),
    goesDown: () => server.close(),
    comesBack: async () => {
      server = await openMailServer({ port })
    },
    next: () => server.next(),
    release: () => server.release(),
  }
}

async function buys(shop: Shop, count = 1): Promise<void> {
  for (let bought = 0; bought < count; bought++) await (await shop.sends()).pays()
}

const byCommand = { actor: 'ana', fromWhere: 'command line' }
const emails = (shop: Shop) => listEmails(shop.world.app, { siteIds: [shop.site.id] })
const statuses = async (shop: Shop) => (await emails(shop)).map(({ status }) => status)

test('an email is sent through the mail server, in the name of the site', async () => {
  const { shop, mail } = await openPost({ senderName: 'Brutăria Florin', replyTo: 'hello@crumb.example' })
  await buys(shop)
  await shop.world.runUntilIdle()
  expect(mail()).toHaveLength(1)
  const [receipt] = mail()
  expect(receipt!.recipients).toEqual(['ana@example.com'])
  expect(receipt!.header('from')).toBe('Brutăria Florin <payments@pay.example>')
  expect(receipt!.header('reply-to')).toBe('hello@crumb.example')
  expect(receipt!.header('subject')).toBe('Receipt from Brutăria Florin: €9.90')
  expect(receipt!.html).toContain('Receipt from Brutăria Florin')
  expect(await statuses(shop)).toEqual(['sent'])
})

test('a mail server that is down for two hours gets everything when it is back, and each email once', async () => {
  const post = await openPost()
  const { shop } = post
  await post.goesDown()
  for (let quarter = 0; quarter < 8; quarter++) {
    await buys(shop)
    await shop.world.pass({ minutes: 15 })
  }
  expect(new Set(await statuses(shop))).toEqual(new Set(['waiting']))
  await post.comesBack()
  for (let hour = 0; hour < 5; hour++) await shop.world.pass({ hours: 1 })
  expect(post.mail()).toHaveLength(8)
  expect(new Set(await statuses(shop))).toEqual(new Set(['sent']))
  expect(new Set(post.mail().map((one) => one.header('message-id'))).size).toBe(8)
})

test('attempts follow the schedule, then the email is parked, and it is sent when somebody sends it again', async () => {
  const { shop, behave, mail } = await openPost()
  behave({ rcpt: 451, say: 'come back later' })
  await buys(shop)
  const begun = shop.world.clock.now()
  const times: string[] = []
  await shop.world.runUntilIdle()
  for (let [email] = await emails(shop); email!.dueAt !== null; [email] = await emails(shop)) {
    times.push(begun.until(email!.dueAt, { largestUnit: 'hours' }).toString())
    shop.world.clock.set(email!.dueAt)
    await shop.world.runUntilIdle()
  }
  expect(times).toEqual(['PT1M', 'PT6M', 'PT21M', 'PT51M', 'PT1H51M', 'PT3H51M', 'PT7H51M', 'PT15H51M', 'PT39H51M'])
  expect(await emails(shop)).toMatchObject([{ status: 'parked', attempts: 10, triesLeft: 0 }])
  expect((await emails(shop))[0]!.lastResponse).toContain('come back later')

  behave('accept')
  await shop.world.pass({ hours: 100 })
  expect(mail()).toEqual([])
  expect(await resendParked(shop.world.app, { by, siteId: shop.site.id })).toBe(1)
  await shop.world.runUntilIdle()
  expect(mail()).toHaveLength(1)
  expect(await emails(shop)).toMatchObject([{ status: 'sent', attempts: 11 }])
})

test('an unknown address is not retried, and the email can be sent to another', async () => {
  const { shop, behave, mail } = await openPost()
  behave({ rcpt: 550, say: 'no such person' })
  await buys(shop)
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 48 })
  const [parked] = await emails(shop)
  expect(parked).toMatchObject({ status: 'parked', attempts: 1 })
  expect(parked!.lastResponse).toContain('no such person')

  const operator = await (await openPeople(shop.world)).person('support')
  const { data } = (await operator.call('GET', '/parked-emails?to=shoppers')).body
  expect(data).toMatchObject([{ id: String(parked!.id), ownerId: String(shop.site.id), canResend: true }])
  const resend = () =>
    operator.call('POST', `/parked-emails/shoppers/${parked!.id}/resend`, { body: { reason: 'The server is back.' } })
  expect((await resend()).status).toBe(204)
  expect(await resend()).toMatchObject({ status: 404, body: { reason: 'parked_email_missing' } })
  await shop.world.runUntilIdle()
  expect(await emails(shop)).toMatchObject([{ status: 'parked', attempts: 2 }])

  behave('accept')
  const { id } = parked!
  await resendEmail(shop.world.app, { by, siteId: shop.site.id, id, address: 'ana.pop@example.com' })
  await shop.world.runUntilIdle()
  expect(mail().map(({ recipients }) => recipients)).toEqual([['ana.pop@example.com']])
})

describe('when a sending is cut short', () => {
  test('behind the message, it is sent again under the same name', async () => {
    const { shop, behave, mail } = await openPost()
    behave('cut')
    await buys(shop)
    await shop.world.runUntilIdle()
    expect((await emails(shop))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
    expect((await emails(shop))[0]!.lastResponse).toMatch(/^no answer: /)
    behave('accept')
    await shop.world.pass({ minutes: 1 })
    expect(mail()).toHaveLength(2)
    expect(new Set(mail().map((one) => one.header('message-id'))).size).toBe(1)
    expect(await statuses(shop)).toEqual(['sent'])
  })

  test('by the death of the worker, another sends it when the lease has run out', async () => {
    const { shop, mail } = await openPost()
    await buys(shop)
    const { app } = shop.world
    const invoiceFile = () => Promise.reject(new Error('a receipt has no file'))
    const work = emailDelivery({
      ...app,
      ...app.config,
      invoiceFile,
      db: dyingBeforeRecord(app.db),
      messenger: messengerOf(shop),
    })
    await runDueWorkUntilIdle([work], silentLog)
    await shop.world.runUntilIdle()
    expect(mail()).toHaveLength(1)
    expect(await statuses(shop)).toEqual(['waiting'])
    await shop.world.pass({ seconds: 61 })
    expect(mail()).toHaveLength(2)
    expect(new Set(mail().map((one) => one.header('message-id'))).size).toBe(1)
    expect(await statuses(shop)).toEqual(['sent'])
  })

  test('and its lease runs out meanwhile, the word of who sent it then stands', async () => {
    const { shop, behave, next, mail, release } = await openPost()
    behave('silent')
    await buys(shop)
    const received = next()
    const slow = shop.world.runUntilIdle()
    await received
    shop.world.clock.pass({ seconds: 61 })
    behave({ rcpt: 550, say: 'the second one' })
    await shop.world.runUntilIdle()
    expect(mail()).toHaveLength(1)
    release()
    await slow
    expect(await emails(shop)).toMatchObject([{ status: 'parked', attempts: 1 }])
    expect((await emails(shop))[0]!.lastResponse).toContain('the second one')
  })
})

/** A second messenger to the mail server of a shop. */
function messengerOf({ world }: Shop) {
  const messenger = smtpMessenger({ url: world.app.config.smtpUrl!, timeoutMs: 5_000, connectionsMax: 1 })
  onTestFinished(() => messenger.close())
  return messenger
}

/** A database that fails when a sending is written down, as if the worker had died there. */
const dyingBeforeRecord = (db: Db): Db => ({
  ...db,
  run: async (text, values) => {
    if (text.includes('"last_response"')) throw new Error('the worker died')
    return db.run(text, values)
  },
})

test('a mail server that hangs holds up no payment and no notification', async () => {
  const { shop, behave, next, release } = await openPost()
  behave('silent')
  await buys(shop)
  const received = next()
  const hanging = shop.world.runUntilIdle()
  await received
  await buys(shop)
  expect(await shop.count(`payments.payments where status = 'captured'`)).toBe(2)
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toEqual(['complete-ok'])
  behave('accept')
  release()
  await hanging
})

test('a site sees, shows and sends its own emails and no others', async () => {
  const { shop } = await openPost()
  await buys(shop)
  await shop.world.runUntilIdle()
  const stranger = await shop.world.merchant()
  const [{ id } = { id: 0n as EmailId }] = await emails(shop)
  const asked = { by, siteId: stranger.site.id, id }
  expect(await listEmails(shop.world.app, { siteIds: [stranger.site.id] })).toEqual([])
  await expect(showEmail(shop.world.app, asked)).rejects.toThrow('There is no such email at this site.')
  await expect(resendEmail(shop.world.app, asked)).rejects.toThrow('There is no such email at this site.')
  expect(await resendParked(shop.world.app, { by, siteId: stranger.site.id })).toBe(0)
  expect((await showEmail(shop.world.app, { siteId: shop.site.id, id })).text).toContain('Amount: €9.90')
})

test('an email that waits says the same when it is sent, in the name that its site then has', async () => {
  const { shop, mail, behave } = await openPost({ senderName: 'Crumb' })
  behave({ rcpt: 451 })
  await buys(shop)
  await shop.world.runUntilIdle()
  const changes = { senderName: 'Crumb & Daughters' }
  await shop.world.app.directory.changeSite({ by: byCommand, siteId: shop.site.id, changes })
  behave({})
  await shop.world.pass({ hours: 1 })
  expect(mail().map((one) => one.header('subject'))).toEqual(['Receipt from Crumb & Daughters: €9.90'])
})

test('an email that an older release has put into words is sent as it is', async () => {
  const { shop, mail, behave } = await openPost()
  behave({ rcpt: 451 })
  await buys(shop)
  await shop.world.runUntilIdle()
  await shop.rows(`update emails.emails set content = '${JSON.stringify(finished)}'`)
  behave({})
  await shop.world.pass({ hours: 1 })
  expect(mail().map((one) => [one.header('subject'), one.header('from')])).toEqual([
    ['Your bread', 'The old oven <payments@pay.example>'],
  ])
  expect(mail()[0]!.html).toContain('It was baked before.')
})
const finished = {
  language: 'en',
  subject: 'Your bread',
  title: 'Bread',
  paragraphs: ['It was baked before.'],
  facts: [['Amount', '€9.90', 'main']],
  closing: [],
  sender: { name: 'The old oven' },
}

test('after 90 days the content and the address of an email are deleted, and that it was sent is still known', async () => {
  const { shop, behave } = await openPost()
  await buys(shop)
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 89 * 24 })
  expect((await emails(shop))[0]!.address).toBe('ana@example.com')
  behave({ rcpt: 451 })
  await buys(shop)
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 25 })
  await deleteOldEmails(shop.world.app, shop.world.app.config.retention.emails)
  expect(await emails(shop)).toMatchObject([
    { status: 'waiting', address: 'ana@example.com' },
    { status: 'sent', address: null },
  ])
  const [, { id } = { id: 0n as EmailId }] = await emails(shop)
  const asked = { by, siteId: shop.site.id, id }
  expect(await showEmail(shop.world.app, asked)).toMatchObject({ subject: undefined, text: undefined })
  await expect(resendEmail(shop.world.app, asked)).rejects.toThrow('The content of this email has been deleted')
  expect(await shop.rows(`select content from emails.emails where id = ${id}`)).toEqual([{ content: null }])
})

test('the password of the mail server is nowhere in the log', async () => {
  const server = await openMailServer({ login: { user: 'florin', pass: 'right' }, disabledCommands: ['STARTTLS'] })
  onTestFinished(() => server.close())
  const address = new Secret(`smtp://florin:mailhush@127.0.0.1:${server.port}`)
  const environment = { FLORIN_SMTP_URL: address.reveal(), FLORIN_MAIL_FROM: 'payments@pay.example' }
  const shop = await openShop({}, { environment })
  await buys(shop)
  await shop.world.runUntilIdle()
  expect((await emails(shop))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(JSON.stringify(await shop.rows('select last_response from emails.emails'))).not.toContain('mailhush')
  expect(shop.world.logged.join('\n')).not.toContain('mailhush')
})
