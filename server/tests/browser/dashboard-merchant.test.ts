import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriersOn } from '../world/dashboard-walk.ts'
import { writeEvidenceBesideAColleague } from '../world/dispute-walk.ts'
import { endAfterNextBillAndKeep, endWithWhatIsPaidAndKeep } from '../world/end-of-order-walk.ts'
import { exportAndErase } from '../world/erasure-walk.ts'
import { failOnePart } from '../world/fault-walk.ts'
import { longTest } from '../world/length.ts'
import { openOtherAddresses, searchAtOnce, seeBesideTheListAndGoBack } from '../world/list-walk.ts'
import { type LiveServer, openLiveServer, postToStore } from '../world/live-server.ts'
import { changeLooksBesideAColleague } from '../world/looks-walk.ts'
import { buildPayForm } from '../world/pay-form-walk.ts'
import { printStatement } from '../world/print-walk.ts'
import { moveTheClockToABill, seeMonthsAndJson } from '../world/schedule-walk.ts'
import { pasteIn, typeIn } from '../world/typing.ts'
import { exportAndReplayByKeys, filterByKeysAndSaveView, openViewByKey } from '../world/view-walk.ts'

/** The merchant's pages of the dashboard, by the words that a person reads. */

let live: LiveServer
beforeAll(async () => {
  live = await openLiveServer()
  const { id: customerId } = await post('/customer', { identifier: 'ana-17', email: 'ana@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Ana Pop' }
  const order = { customerId, orderType: 'purchase', currency: 'EUR', ...card }
  await post('/order', { ...order, amount: '21.00', externalOrderId: 'bread-1' })
  await post('/order', { ...order, amount: '0.02', externalOrderId: 'bread-2' })
  const bread = { orderType: 'recurring', intervalType: 'month', intervalValue: 1, amount: '18.00' }
  await post('/order', { ...order, ...bread, externalOrderId: 'bread-box' })
  const sold = { orderType: 'purchase', contentType: 'Description', content: 'A loaf a day' }
  await post('/payment-link', { siteId: 10001, amount: '9.90', currency: 'EUR', ...sold })
})
afterAll(() => live?.close())

/** What the demo store calls, with its own key. */
const post = (path: string, body: object) => postToStore(live, path, body)

const address = (path: string) => `${live.server.publicUrl}/dashboard${path}`

/** A person of the demo's merchant, logged in at a page. */
async function openAs(email: string, path: string, options: object = {}): Promise<Page> {
  const context = await live.browser.newContext({ locale: 'en', ...options })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && wrong.push(message.text()))
  page.on('close', () => expect(wrong).toEqual([]))
  await page.goto(address(path))
  await pasteIn(page.getByLabel('E-mail address'), email)
  await pasteIn(page.getByLabel('Password'), live.server.people!.password.reveal())
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}

test('a link to a payment asks who is there, and then shows it; a refund is done once, and the dispute after it answered', async () => {
  const page = await openAs('mia@crumb.example', '/m/101/payments')
  await page.getByRole('link', { name: '€21.00' }).click()
  await page.getByRole('heading', { name: '€21.00' }).waitFor()
  const dialog = page.getByRole('dialog', { name: /Refund payment/ })
  await page.keyboard.press('r')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Who closes what a key has opened is at the button of that key, and not at the top of the page.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-keyshortcuts")')).toBe('r')
  await page.keyboard.press('r')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('21.00')
  await typeIn(dialog.getByLabel('Amount'), '999')
  await typeIn(dialog.getByLabel('Reason'), 'She brought it back.')
  await dialog.getByRole('button', { name: 'Refund €999.00' }).click()
  await dialog.getByRole('alert').waitFor()
  await typeIn(dialog.getByLabel('Amount'), '5.00')
  await dialog.getByRole('button', { name: 'Refund €5.00' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('€5.00 refunded').waitFor()
  await page.getByText('She brought it back.').waitFor()
  await writeEvidenceBesideAColleague(page, address('/m/101'))
  await page.close()
})

test('support sees why payments were declined, and finds one by its order; a card number does not leave the search', async () => {
  const page = await openAs('sam@crumb.example', '/m/101')
  await page.getByRole('heading', { name: 'Crumb & Co.' }).waitFor()
  await page.getByRole('link', { name: /not enough funds/ }).click()
  await page.getByText('Declined: not enough funds').waitFor()
  expect(page.url()).toContain('status=failed')
  const search = page.getByRole('dialog', { name: 'Search' })
  await searchAtOnce(page, 'bread')
  await typeIn(search.getByLabel('Search anything'), 'ana 1111')
  await search.getByRole('button', { name: '1111' }).click()
  await search
    .getByRole('link', { name: /Visa ··1111/ })
    .first()
    .waitFor()
  // Its first thirteen digits are a card number, too.
  await typeIn(search.getByLabel('Search anything'), '4000000000006116')
  expect(await search.getByLabel('Search anything').inputValue()).toBe('116')
  await search.getByText('does not leave this field').waitFor()
  await typeIn(search.getByLabel('Search anything'), 'status:failed amount:<1 shape:round')
  await search.getByText('This list has no filter “shape”').waitFor()
  await search.getByRole('region', { name: 'Payments' }).getByRole('link', { name: '€0.02' }).waitFor()
  const all = await search.getByRole('link', { name: 'All results' }).getAttribute('href')
  expect(all).toBe('/dashboard/m/101/payments?status=failed&amount=..0.99')
  // Enter comes before the reply, and opens what the reply has.
  await typeIn(search.getByLabel('Search anything'), 'bread-2')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'bread-2' }).waitFor()
  await page.getByText('Last reply of your server').waitFor()
  await page.getByRole('main').getByRole('link', { name: /0.02/ }).first().click()
  await page.getByRole('heading', { name: '€0.02' }).waitFor()
  await failOnePart(page, page.url())
  await page.getByRole('button', { name: 'Make recovery link' }).click()
  const recovery = page.getByRole('dialog', { name: 'Recovery link' })
  await typeIn(recovery.getByLabel('Reason'), 'She asked for another try.')
  await recovery.getByRole('button', { name: 'Make recovery link' }).click()
  await recovery.getByRole('button', { name: 'Copy link' }).waitFor()
  await recovery.getByRole('button', { name: 'Done' }).click()
  await page.getByText('This payment can be paid after all by').waitFor()
  const requests = page.getByRole('region', { name: 'Requests' })
  await requests.getByRole('link', { name: 'POST /order' }).click()
  await page.getByRole('heading', { name: 'POST /order' }).waitFor()
  const sent = page.getByRole('region', { name: 'What was sent' })
  await sent.getByText('"cardNumber": "[hidden]"').waitFor()
  await sent.getByText('"externalOrderId": "bread-2"').waitFor()
  await page.close()
})

// In small: a subscription is seen by months, is ended with what is paid: its day is said, and it is kept after all
longTest('a subscription is cancelled after its next bill, which is seen before, and is kept after all', async () => {
  const page = await openAs('sam@crumb.example', '/m/101/orders')
  await page.getByRole('link', { name: 'bread-box' }).click()
  await endAfterNextBillAndKeep(page)
  await page.close()
})

test('a subscription is seen by months, is ended with what is paid: its day is said, and it is kept after all', async () => {
  const page = await openAs('sam@crumb.example', '/m/101/orders?type=recurring')
  await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor()
  await page.getByRole('link', { name: 'bread-box' }).click()
  await seeMonthsAndJson(page)
  await endWithWhatIsPaidAndKeep(page)
  await page.close()
})

test('a statement is printed across the paper, without what can only be pressed', async () => {
  const page = await openAs('mia@crumb.example', '/m/101/money/statements')
  await printStatement(page)
  await page.close()
})

// In small: looks are shown with the colour of the words that can be read; the site stays as it is
longTest('new looks are seen, and saved beside what a colleague saved; leaving without saving asks once', async () => {
  const page = await openAs('mia@crumb.example', '/m/101/sites/10001/edit')
  await changeLooksBesideAColleague(page)
  await page.close()
})

// In small: a merchant sets what its pages ask, sees it before it is saved, and a colleague’s form is not overwritten
longTest(
  'the pay form is put in order by keys, seen, and saved beside what a colleague saved; then the page asks for it',
  async () => {
    const page = await openAs('mia@crumb.example', '/m/101/settings/payment-page')
    await buildPayForm(page)
    const sold = { orderType: 'purchase', contentType: 'Description', content: 'Rye' }
    const { url } = await post('/payment-link', { siteId: 10001, amount: '4.00', currency: 'EUR', ...sold })
    await page.goto(String(url))
    await page.getByRole('heading', { name: 'Nearly there' }).waitFor()
    const asked = await page.locator('.field input').evaluateAll((all) => all.map(({ id }) => id))
    expect(asked).toEqual(['email', 'phone', 'city'])
    expect(await page.getByLabel('Phone').getAttribute('required')).toBe('')
    await page.close()
  },
)

test('a list is filtered by keys and saved as a view; a colleague opens it with one key', async () => {
  const page = await openAs('sam@crumb.example', '/m/101/payments?foo=1')
  await filterByKeysAndSaveView(page)
  await page.close()
  const other = await openAs('mia@crumb.example', '/m/101/payments')
  await openViewByKey(other)
  await seeBesideTheListAndGoBack(other)
  await exportAndReplayByKeys(other)
  await openOtherAddresses(other, address('/m/101'))
  await other.close()
})

test('support makes a link by hand, copies it and finds it in the list; what is wrong is said at its field', async () => {
  const page = await openAs('sam@crumb.example', '/m/101/links', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('link', { name: 'New link' }).click()
  const preview = page.frameLocator('iframe[title=Preview]')
  await preview.getByText('€10.00', { exact: true }).waitFor()
  await typeIn(page.getByLabel('What is sold'), 'Bread for ten')
  await preview.getByText('Bread for ten', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Used up' }).click()
  await preview.getByText('It has been paid as often as the store allows.').waitFor()
  await typeIn(page.getByLabel('Amount'), '45,00 euros')
  await page.getByLabel('Currency').selectOption('EUR')
  await typeIn(page.getByLabel('Uses'), '10')
  await typeIn(page.getByLabel('Reason'), 'The Christmas market.')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await page.getByRole('alert').filter({ hasText: 'at most two decimals' }).waitFor()
  await typeIn(page.getByLabel('Amount'), '45.00')
  await page.getByRole('button', { name: 'Make the link' }).dblclick()
  await page.getByRole('heading', { name: 'Bread for ten · €45.00' }).waitFor()
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied').waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  expect((await fetch(copied)).status).toBe(200)
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
  await page.getByRole('row', { name: /Bread for ten €45.00 Open 0 of 10 used/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Bread for ten' }).count()).toBe(1)
  await page.close()
})

test('a payment that comes in elsewhere appears in the open list without a reload; without a connection nothing can be changed', async () => {
  const page = await openAs('mia@crumb.example', '/m/101/payments')
  await page.getByRole('link', { name: '€21.00' }).waitFor()
  const { id: customerId } = await post('/customer', { identifier: 'dan-18', email: 'dan@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Dan Pop' }
  await post('/order', { customerId, orderType: 'purchase', currency: 'EUR', amount: '17.00', ...card })
  // A row of somebody else waits until the person wants it: nothing moves under the pointer.
  await page.getByRole('button', { name: '1 newer: show' }).click()
  await page.getByRole('link', { name: '€17.00' }).click()
  await page.getByRole('heading', { name: '€17.00' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('status').filter({ hasText: 'As of' }).waitFor()
  await page.getByRole('button', { name: 'Refund' }).and(page.locator('[aria-disabled=true]')).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('status').filter({ hasText: 'As of' }).waitFor({ state: 'detached' })
  await page.close()
})

const pages = [
  '',
  '/payments',
  '/orders',
  '/customers',
  '/stored-cards',
  '/disputes',
  '/money/balance',
  '/money/payouts',
  '/links',
  '/links/new',
  '/money/statements',
  '/money/invoices',
  '/notifications',
  '/sites',
  '/sites/10001',
  '/sites/10001/edit',
  '/settings/payment-page',
  '/reviews/approvals',
  '/settings/team',
  '/settings/audit',
  '/developers/reference',
  '/developers/reference?op=postOrder',
  '/developers/requests',
  '/developers/sender',
  '/developers/cards',
  '/developers/clock',
  '/developers/mailbox',
]

test('no page of a merchant has a barrier or scrolls sideways on a telephone', async () => {
  const page = await openAs('mia@crumb.example', '/m/101')
  // Leaving before the reply would leave the login behind, and show the page that asks for it at every address.
  await page.getByRole('heading', { name: 'Crumb & Co.' }).waitFor()
  await page.goto(address('/m/101/links'))
  const link = await page.getByRole('link', { name: 'A loaf a day' }).getAttribute('href')
  await page.goto(address('/m/101/developers/requests'))
  const request = await page.getByRole('link', { name: 'POST /payment-link' }).first().getAttribute('href')
  const addresses = pages.map((path) => address(`/m/101${path}`))
  const of = `${live.server.publicUrl}${link}`
  await page.goto(address('/m/101/payments'))
  const payment = (await page.getByRole('link', { name: '€0.02' }).getAttribute('href'))?.split('/').at(-1)
  const peek = address(`/m/101/payments?peek=${payment}`)
  const all = [...addresses, peek, of, `${of}/edit`, `${live.server.publicUrl}${request}`]
  expect(await barriersOn(page, all)).toEqual([])
  await page.close()
})

// In small: after an erasure nothing of a shopper is found anywhere but where a duty keeps it, until its term is over
longTest('who asks for it is exported and erased on her page, which says first what goes and what stays', async () => {
  const page = await exportAndErase(post, (path) => openAs('mia@crumb.example', path))
  expect(await barriersOn(page, [page.url()])).toEqual([])
})

// In small: a developer of a merchant moves the clock for the whole installation; others read it
longTest(
  'the clock is moved to a bill, and the page says what was done, though the bill is not ahead any more',
  async () => {
    const page = await openAs('mia@crumb.example', '/m/101/orders?type=recurring')
    await page.getByRole('link', { name: 'bread-box' }).click()
    await moveTheClockToABill(page)
    await page.close()
  },
)
