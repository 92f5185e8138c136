import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { type CheckoutInput, cardFields, messagesOf, openShopper } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'

/** What the pages of a site ask of its shoppers, and say to them: set by its merchant, asked of everybody who pays. */

const form = {
  fields: [
    { name: 'phone', required: true, label: { en: 'Your mobile' }, help: { en: 'For the courier alone.' } },
    { name: 'email', required: true, label: {}, help: {} },
    { name: 'city', required: false, label: {}, help: {} },
  ],
  title: { en: 'Almost there' },
  note: { en: 'We deliver on weekdays.' },
  termsUrl: 'https://shop.example/terms',
}
const facts = 'select identifier, email, phone, city, version from shoppers.shoppers order by id'

async function openBuilder() {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const sam = await people.person('owner', { kind: 'merchant', id: String(shop.site.merchantId) })
  const path = `/sites/${shop.site.id}`
  const saves = (payForm: unknown, more = {}, options = {}) =>
    sam.call('PATCH', `${path}/settings`, { body: { payForm, reason: 'The courier calls.', ...more }, ...options })
  return { shop, sam, path, saves }
}

const comes = (shop: Shop, input: CheckoutInput) => openShopper({ ...shop, http: shop.world.http }, input)
const namesOn = (text: string) => [...text.matchAll(/id="(\w+)" name="\1"/g)].map(([, name]) => name)

test('a merchant sets what its pages ask, sees it before it is saved, and a colleague’s form is not overwritten', async () => {
  const { shop, sam, path, saves } = await openBuilder()
  const seen = await sam.call('POST', `${path}/preview`, { body: { payForm: form }, changesNothing: true })
  for (const words of ['Almost there', 'Your mobile', 'For the courier alone.', 'We deliver on weekdays.'])
    expect(messagesOf(String(seen.body.html))).toContain(words)
  expect(namesOn(String(seen.body.html)).slice(0, 3)).toEqual(['phone', 'email', 'city'])

  expect(await saves(form, { seen: { payForm: null } })).toMatchObject({ status: 200, body: { payForm: form } })
  expect((await sam.call('GET', `${path}/settings`)).body.payForm).toEqual(form)
  expect(await saves({ ...form, title: {} }, { seen: { payForm: null } }, { changesNothing: true })).toMatchObject({
    status: 409,
    body: { reason: 'setting_changed_meanwhile', field: 'payForm' },
  })
  expect((await saves({ ...form, title: {} }, { seen: { payForm: form } })).status).toBe(200)
  const long = { ...form, note: { en: 'x'.repeat(301) } }
  const refused = { status: 400, body: { reason: 'invalid_pay_form', field: 'payForm.note.en' } }
  expect(await saves(long, {}, { changesNothing: true })).toMatchObject(refused)
  const preview = { body: { payForm: long }, changesNothing: true }
  expect(await sam.call('POST', `${path}/preview`, preview)).toMatchObject(refused)
  // Who has changed the form last is found by the field, however often the rest was changed.
  const changes = (field: string) => sam.call('GET', `/audit?action=siteChanged&subjectType=site&field=${field}`)
  expect((await changes('payForm')).body.data).toHaveLength(2)
  expect((await changes('before')).body).toMatchObject({ data: [] })
  expect((await saves(null)).body).not.toHaveProperty('payForm')
  expect(await shop.count(`directory.audit where action = 'siteChanged'`)).toBe(3)
})

test('a guest is asked on the payment page, corrects what is wrong, and is asked nothing twice', async () => {
  const { shop, saves } = await openBuilder()
  await saves(form)
  const ana = await comes(shop, { amount: '0.02', customer: null })
  const page = (await ana.sees()).text
  expect(namesOn(page).slice(0, 3)).toEqual(['phone', 'email', 'city'])
  for (const words of ['Almost there', 'Your mobile', 'Terms of sale']) expect(messagesOf(page)).toContain(words)

  const stopped = await ana.posts({ attempt: '1', ...cardFields({}), email: 'ana@example' })
  expect(stopped.status).toBe(400)
  expect(messagesOf(stopped.text)).toContain('Please fill in this field.')
  expect(stopped.text).toContain('value="ana@example"')
  expect(await shop.count('payments.payments')).toBe(0)

  const answers = { phone: '+40 721 000 000', email: 'ana@example.com', city: 'Cluj' }
  const declined = await ana.posts({ attempt: '1', ...cardFields({}), ...answers })
  // The answers are kept, so the next try asks nothing.
  expect(messagesOf(declined.text)).toContain('There is not enough money on this card.')
  expect(namesOn(declined.text)[0]).toBe('cardNumber')
  expect(await shop.rows(facts)).toEqual([
    {
      identifier: expect.stringMatching(/^guest-/),
      email: 'ana@example.com',
      phone: '+40721000000',
      city: 'Cluj',
      version: 2,
    },
  ])
})

test('a store is asked nothing anew: its page asks for what it has not sent, and nobody renames its customers', async () => {
  const { shop, sam, saves } = await openBuilder()
  await saves(form)
  const ana = await comes(shop, { customer: { email: 'ana@example.com', city: 'Cluj' } })
  expect(namesOn((await ana.sees()).text)[0]).toBe('phone')
  await ana.posts({ attempt: '1', ...cardFields({}), phone: '0721000000', email: 'eve@example.com', city: 'Iași' })
  expect(await shop.rows(facts)).toMatchObject([{ email: 'ana@example.com', city: 'Cluj', phone: '0721000000' }])
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', identifier: 'ana' }])
  expect(JSON.stringify(shop.notified())).not.toContain('0721')
  const [{ id }] = (await shop.rows('select id from shoppers.shoppers')) as [{ id: bigint }]
  expect((await sam.call('GET', `/shoppers/${id}`)).body).toMatchObject({ phone: '0721000000', city: 'Cluj' })
  const again = await comes(shop, { customer: { email: 'ana@example.com', city: 'Cluj' } })
  expect(namesOn((await again.sees()).text)[0]).toBe('cardNumber')
})

test('a link asks what its site asks; one that requires fields asks for these, with the site’s own words', async () => {
  const { shop, saves } = await openBuilder()
  await saves(form)
  const office = officeOf(shop)
  const plain = payerBy(shop, await office.makes())
  expect(namesOn((await plain.opens()).text)).toEqual(['phone', 'email', 'city'])
  expect((await plain.goesOn({ email: 'ana@example.com' })).status).toBe(400)
  const paying = await plain.goesOn({ email: 'ana@example.com', phone: '+40721000000' })
  expect(namesOn(paying.text)[0]).toBe('cardNumber')
  expect(messagesOf((await plain.paysAt(paying)).text)).toContain('Thank you, your payment is complete')

  const own = payerBy(shop, await office.makes({ 'customerRequiredFields[phone]': '1' }))
  const { text } = await own.opens()
  expect(namesOn(text)).toEqual(['phone', 'email'])
  expect(messagesOf(text)).toContain('Your mobile')
})

// In small: a card number that was typed into a wrong field is not shown again
longTest('the number of a card is stored in no field, whatever a merchant calls it', async () => {
  const { shop, saves } = await openBuilder()
  await saves({ fields: [{ name: 'city', required: true, label: { en: 'Card number' }, help: {} }] })
  const ana = await comes(shop, { customer: null })
  const stopped = await ana.posts({ attempt: '1', ...cardFields({}), city: '4111 1111 1111 1111' })
  expect(messagesOf(stopped.text)).toContain('This looks like a card number.')
  expect(stopped.text).not.toContain('4111 1111')
})
