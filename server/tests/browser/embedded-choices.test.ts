import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { openForm, openStorePage, reported, reportedTo, type StorePage } from '../world/store-page.ts'

/** What pages of stores choose of the form beside its looks, by the names of wire fact 9.1. */

let live: LiveServer
let store: StorePage
beforeAll(async () => {
  live = await openLiveServer()
  store = await openStorePage(live)
})
afterAll(async () => {
  await store?.[Symbol.asyncDispose]()
  await live?.close()
})

const visit = async () => (await live.browser.newContext({ locale: 'en-GB' })).newPage()

test('the button says what the store does, in the language of the shopper; a subscription says that it is one', async () => {
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
})

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
    await number.pressSequentially('4111')
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
    await number.fill('')
    await form.getByLabel('Security code').focus()
    await isShown(emptied)
  },
)

test('a store that has the cardholder’s name checked decides before anything is sent, and reads that this is not supported', async () => {
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
  await form.getByLabel('Card number').fill('4111 1111 1111 1111')
  await form.getByLabel('Expiry date').fill('12/34')
  await form.getByLabel('Security code').fill('123')
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
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ externalOrderId: 'named-2', status: 'complete-ok' })
})
