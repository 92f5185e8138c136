import { afterAll, beforeAll, expect, test } from 'vitest'
import { planStaffEmails } from '#core/staff-emails'
import { commit } from '#kernel/db/commit/commit.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { mailOf } from '../world/mail.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople, type People, type Person } from '../world/staff.ts'

const by = { actor: 'operator', fromWhere: 'test', reason: 'A test.' }

let fixture: PaymentsFixture
let people: People
let finance: Person
beforeAll(async () => {
  fixture = await makePaymentsFixture()
  people = await openPeople(fixture.world)
})
afterAll(async () => {
  const { differences } = await fixture.world.verify()
  await fixture.world[Symbol.asyncDispose]()
  expect(differences).toEqual([])
})

const days = (count: number) => fixture.world.pass({ hours: 24 * count })
const opensDispute = async () => {
  const payment = await fixture.pays()
  await banksOf(fixture).disputes(payment)
  const [chargeback] = await fixture.followersOf(payment)
  return { payment, id: chargeback!.id }
}
const subjects = async (to: string, of = '') =>
  (await mailOf(fixture.world, to)).map(({ subject }) => subject).filter((subject) => subject.includes(of))

test('where nobody of a merchant may respond to a dispute, its own address receives the email, if it has one', async () => {
  const parked = () => fixture.world.query(`select last_response from staff_emails.emails where status = 'parked'`)
  await opensDispute()
  expect(await parked()).toEqual([{ last_response: 'not sent: the merchant has no e-mail address' }])

  const { merchantId } = fixture.site
  await fixture.world.app.directory.changeMerchant({ by, merchantId, changes: { email: 'office@crumb.example' } })
  const { id } = await opensDispute()
  expect(await subjects('office@')).toEqual([`A payment is disputed: €10.00, dispute ${id}`])

  const operator = await people.person('support')
  const ofMerchant = await people.person('support', { kind: 'merchant', id: String(merchantId) })
  expect((await ofMerchant.call('GET', '/parked-emails')).body.reason).toBe('operator_only')
  const { body } = await operator.call('GET', '/parked-emails')
  const [email] = body.data as { id: string; lastResponse: string }[]
  expect(body).toMatchObject({ total: 1, data: [{ to: 'staff', ownerId: String(merchantId), kind: 'dispute-opened' }] })
  expect(email!.lastResponse).toBe('not sent: the merchant has no e-mail address')
  const resend = () =>
    operator.call('POST', `/parked-emails/staff/${email!.id}/resend`, { body: { reason: 'It has an address.' } })
  expect((await resend()).status).toBe(204)
  expect((await resend()).body.reason).toBe('parked_staff_email_not_found')
  await fixture.world.pass({ minutes: 1 })
  expect(await parked()).toEqual([])
  expect(await subjects('office@')).toHaveLength(2)
})

test('those of the staff who may respond to a dispute receive an email when it opens, and three days before its time is over', async () => {
  const merchant = { kind: 'merchant', id: String(fixture.site.merchantId) } as const
  finance = await people.person('finance', merchant)
  const support = await people.person('support', merchant)
  const gone = await people.person('owner', merchant)
  await people.person('owner', merchant)
  await fixture.world.app.staff.change({ by, id: gone.staff.id, changes: { active: false } })
  const other = await fixture.world.merchant()
  const stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
  const operator = await people.person('owner')

  const { id, payment } = await opensDispute()
  const [email] = await mailOf(fixture.world, finance.staff.email)
  expect(email!.subject).toBe(`A payment is disputed: €10.00, dispute ${id}`)
  for (const words of [
    `Payment: ${payment.id}`,
    'they say that they did not receive what they paid for',
    'Submit evidence that the payment is right, or accept the dispute.',
  ])
    expect(email!.text).toContain(words)
  expect(email!.text).toMatch(/Respond by: 11 May 2026, 13:\d\d \(Europe\/Bucharest\)/)
  for (const { staff } of [support, gone, stranger, operator]) expect(await subjects(staff.email)).toEqual([])

  await days(3)
  expect(await subjects(finance.staff.email, `dispute ${id}`)).toHaveLength(1)
  await days(1)
  expect(await subjects(finance.staff.email, `dispute ${id}`)).toEqual([
    `A payment is disputed: €10.00, dispute ${id}`,
    `No response yet: dispute ${id}, €10.00`,
  ])
  await days(4)
  expect(await subjects(finance.staff.email, `dispute ${id}`)).toHaveLength(2)
})

// In small: those of the staff who may respond to a dispute receive an email when it opens, and three days before its time is over
longTest('a dispute that was responded to has no email about its deadline', async () => {
  const { id } = await opensDispute()
  const body = { reason: 'Ticket 88: sent.', explanation: 'It was sent.' }
  await finance.call('PATCH', `/disputes/${id}/evidence`, { body })
  await finance.call('POST', `/disputes/${id}/submit`, { body: { reason: 'Ticket 88: sent.' } })
  await days(8)
  expect(await subjects(finance.staff.email, `dispute ${id}`)).toHaveLength(1)
})

test('a person receives an email of a fact once, and not any more when they have left before the email is sent', async () => {
  const { app } = fixture.world
  const now = app.clock.now()
  const email = {
    merchantId: fixture.site.merchantId,
    permission: 'payouts:read',
    kind: 'payout-returned',
    fact: 'payout 7 is returned',
    content: { subject: 'A payout came back', title: 'A payout came back', paragraphs: [], facts: [] },
  } as const
  const planned = () => planStaffEmails(app, now, email)
  await commit(app, now, await planned(), 'test')
  await commit(app, now, await planned(), 'test')
  await app.staff.change({ by, id: finance.staff.id, changes: { active: false } })
  await fixture.world.pass({ minutes: 1 })
  const rows = await fixture.world.query(
    `select status, last_response from staff_emails.emails where staff_id = ${finance.staff.id} and fact = '${email.fact}'`,
  )
  expect(rows).toEqual([{ status: 'parked', last_response: 'not sent: this person is not active any more' }])
})

test('a refund that came back is an email to those who may refund', async () => {
  const payment = await fixture.pays()
  await days(1)
  const refund = await fixture.reverses(payment, '4.00')
  const result = { outcome: 'returned', reference: 'r-1' } as const
  for (const _ of [1, 2]) await applyIncomingResult(fixture.world.app, refund.connector, { key: refund.key, result })
  expect(
    await fixture.world.query(
      `select distinct fact, content ->> 'subject' as subject from staff_emails.emails where kind = 'refund-returned'`,
    ),
  ).toEqual([{ fact: `refund ${refund.id} came back`, subject: `A refund came back: €4.00, transaction ${refund.id}` }])
})

test('a capture that failed is one email to those who may refund, and says what to do', async () => {
  const payment = await fixture.pays()
  await days(1)
  const { connector, key } = payment
  const result = { outcome: 'failed', request: 'capture', authorization: key, reference: 'r-1' } as const
  for (const _ of [1, 2]) await applyIncomingResult(fixture.world.app, connector, { key, result })
  const emails = await fixture.world.query(
    `select distinct fact, content ->> 'subject' as subject, content ->> 'paragraphs' as paragraphs
    from staff_emails.emails where kind = 'capture-failed'`,
  )
  expect(emails).toEqual([
    {
      fact: `capture of payment ${payment.id} failed`,
      subject: `A payment was not paid after all: €10.00, payment ${payment.id}`,
      paragraphs: expect.stringContaining('ask the shopper for another payment'),
    },
  ])
})
