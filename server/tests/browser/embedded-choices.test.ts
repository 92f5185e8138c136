import { expect, test } from 'vitest'
import { bankIn, press, typeCard } from '../world/card-form.ts'
import { longTest } from '../world/length.ts'
import type { LiveServer } from '../world/live-server.ts'
import { openForm, reportedTo, type StorePage } from '../world/store-page.ts'
import { typeIn } from '../world/typing.ts'
import { reported, withStorePage } from '../world/watched-store.ts'

/** What pages of stores choose of the form beside its looks, by the names of wire fact 9.1; and what befalls it there. */

let live: LiveServer
let store: StorePage
withStorePage((opened) => {
  live = opened.live
  store = opened.store
})

const visit = async () => (await live.browser.newContext({ locale: 'en-GB' })).newPage()

// In small: the payment form in a frame and the calls of apps show what is recorded
longTest(
  'the button says what the store does, in the language of the shopper; a subscription says that it is one',
  async () => {
    const page = await visit()
    const form = await openForm(page, store, { config: { options: { buttonType: 'order' } } })
    await form.getByRole('button', { name: 'Order for €9.90' }).waitFor()
    await page.evaluate(`form.updateLocale('ro-RO')`)
    await form.getByRole('button', { name: 'Comandați cu 9,90' }).waitFor()
    const unknown = await openForm(page, store, { config: { options: { buttonType: 'constructor' } } })
    await unknown.getByRole('button', { name: 'Pay €9.90' }).waitFor()
    const weekly = { type: 'recurring', intervalType: 'day', intervalValue: 7 }
    const subscribing = await openForm(page, store, { order: weekly, config: { options: { buttonType: 'donate' } } })
    await subscribing.getByRole('button', { name: /^Subscribe: €9.90/ }).waitFor()
  },
)

test.each([
  [undefined, '', 'not whole', ''],
  ['onChange', 'not whole', 'not whole', 'missing'],
  ['onBlur', '', 'not whole', 'missing'],
  ['onTouched', '', 'not whole', 'missing'],
  ['onSubmit', '', '', ''],
])(
  'with validationMode %s a number that is begun is said to be: %s while typing, %s when left; an empty one %s',
  async (validationMode, typing, left, emptied) => {
    const page = await visit()
    const form = await openForm(page, store, { config: { options: { validationMode } } })
    const number = form.getByLabel('Card number')
    await typeIn(number, '4111')
    const texts = {
      '': '',
      'not whole': 'The card number does not have the right length.',
      missing: 'Please type the card number.',
    }
    const shown = () => form.locator('#cardNumber-error').innerText()
    const isShown = (name: string) => expect.poll(shown).toBe(texts[name as keyof typeof texts])
    await isShown(typing)
    await form.getByLabel('Security code').focus()
    await isShown(left)
    await typeIn(number, '')
    await form.getByLabel('Security code').focus()
    await isShown(emptied)
  },
)

// In small: what is wrong is said beside its field, a declined card is explained, and another one pays
longTest(
  'a store that has the cardholder’s name checked decides before anything is sent, and reads that this is not supported',
  async () => {
    const page = await visit()
    const form = await openForm(page, store, { order: { orderId: 'named' } })
    const { jsonRequest, checksum } = store.signed({ order: { orderId: 'named-2' } })
    await page.evaluate(`(async () => {
    form.destroy()
    window.mayPay = false
    const onCardHolderVerification = (result) => (reports('verified')(result), window.mayPay)
    const cardHolderVerification = { name: { firstName: 'Ana', middleName: '', lastName: 'Pop' }, onCardHolderVerification }
    window.form = new XMoneyPaymentForm({
      container: 'payment-form', publicKey: '${store.publicKey}', orderPayload: '${jsonRequest}', orderChecksum: '${checksum}',
      options: { cardHolderVerification }, onPaymentComplete: reports('onPaymentComplete'),
    })
  })()`)
    const pay = form.getByRole('button', { name: /^Pay €/ })
    await pay.click()
    await form.getByText('Please type the card number').first().waitFor()
    expect((await reportedTo(page)).filter(([name]) => name === 'verified')).toEqual([])
    await typeCard(form)
    await pay.click()
    const status = 'NOT_SUPPORTED'
    expect(await reported(page, 'verified')).toEqual({
      status,
      firstNameStatus: status,
      middleNameStatus: status,
      lastNameStatus: status,
    })
    expect(await store.orderNamed('named-2')).toMatchObject({ orderStatus: 'start' })
    await page.evaluate('window.mayPay = true')
    await pay.click()
    expect(await reported(page, 'onPaymentComplete')).toMatchObject({
      externalOrderId: 'named-2',
      status: 'complete-ok',
    })
  },
)

test('a form that the store takes away says nothing more, and what the shopper began is found by the next one', async () => {
  const page = await visit()
  const form = await openForm(page, store, { order: { orderId: 'taken-away', amount: '30.00' } })
  await typeCard(form)
  await press(form)
  await bankIn(form).getByRole('textbox').waitFor()
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflow')).toBe('hidden')
  await page.evaluate(`document.getElementById('payment-form').replaceChildren()`)
  await expect.poll(() => page.evaluate('document.documentElement.style.overflow')).toBe('')
  expect(await page.evaluate('form.validate()')).toEqual({ isValid: false, errors: [] })

  const next = await openForm(page, store, { order: { orderId: 'taken-away', amount: '30.00' } })
  await typeIn(bankIn(next).getByRole('textbox'), '00000')
  await bankIn(next)
    .getByRole('button', { name: /confirm/i })
    .click()
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ externalOrderId: 'taken-away' })
  await page.clock.install()
  const idle = await openForm(page, store)
  await idle.getByLabel('Card number').waitFor()
  await page.evaluate(`document.getElementById('payment-form').replaceChildren()`)
  await page.clock.fastForward('00:10')
  expect((await reportedTo(page)).filter(([name]) => name === 'onError')).toEqual([])
})

test('when a proxy answers in place of the reply, the shopper sees the outcome of the payment, which is one', async () => {
  const page = await visit()
  const form = await openForm(page, store, { order: { orderId: 'bad-gateway' } })
  await typeCard(form)
  await page.clock.install()
  await page.route('**/embedded/*/pay*', async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
  await Promise.all([page.waitForResponse(/\/pay/), press(form)])
  await expect
    .poll(async () => {
      await page.clock.fastForward('00:10')
      return page.getByText('We are finding out whether your payment went through.').count()
    })
    .toBe(1)
  await page.clock.fastForward('00:05')
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ transactionStatus: 'complete-ok' })
})
