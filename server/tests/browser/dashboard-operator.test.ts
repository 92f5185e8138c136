import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Windows } from '../world/browser.ts'
import { barriersOn } from '../world/dashboard-walk.ts'
import { longTest } from '../world/length.ts'
import { openOperatorStory } from '../world/operator-story.ts'
import { pasteIn, typeDay, typeIn } from '../world/typing.ts'

let story: Awaited<ReturnType<typeof openOperatorStory>>
let url: string
let browser: Windows
let page: Page
const troubles: string[] = []
beforeAll(async () => {
  story = await openOperatorStory()
  url = await story.world.http.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en' })
  page = await context.newPage()
  // The first question, who is there, is refused until somebody has logged in.
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  await page.goto(`${url}/dashboard`)
  await pasteIn(page.getByLabel('E-mail address'), story.email)
  await pasteIn(page.getByLabel('Password'), story.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  troubles.length = 0
})
afterAll(async () => {
  await browser.close()
  const { differences } = await story.world.verify()
  await story.world[Symbol.asyncDispose]()
  expect([differences, troubles]).toEqual([[], []])
})

const inDialog = () => page.getByRole('dialog')
/** Writes the reason into the open dialog and sends it; the dialog closes when it is done. */
async function decides(button: string, reason: string): Promise<void> {
  await typeIn(inDialog().getByLabel('Reason', { exact: true }), reason)
  await inDialog().getByRole('button', { name: button, exact: true }).click()
  await inDialog().waitFor({ state: 'hidden' })
}
const shows = (text: string) => page.getByRole('main').getByText(text, { exact: true }).first().waitFor()

test('from what needs a person to a customer who is approved, and to one who is asked again, by keys alone', async () => {
  await page.goto(`${url}/dashboard/op`)
  await page.getByRole('main').getByRole('link', { name: 'KYC cases to review' }).click()
  await page.getByRole('link', { name: `Case ${story.caseId}` }).click()
  await page.getByRole('heading', { level: 1, name: 'Ana Popescu-Țuțuianu' }).waitFor()
  for (const name of ['Front', 'Face', 'Proof of address, page 1']) await page.getByRole('img', { name }).waitFor()
  await page.keyboard.press('a')
  await decides('Approve', 'The passport is genuine.')
  await shows('Approved')

  await page.keyboard.press('s')
  await page.waitForURL((address) => !address.pathname.endsWith(`/${story.caseId}`))
  await page.getByRole('button', { name: 'Ask again', disabled: false }).waitFor()
  await page.keyboard.press('i')
  await page
    .getByRole('checkbox', { name: 'Agreement to the terms', checked: false })
    .and(page.locator(':focus'))
    .waitFor()
  await inDialog().getByLabel('Identity document').check()
  await inDialog().getByLabel('Reason for the customer').focus()
  await page.keyboard.press('2')
  await decides('Ask again', 'The photo is blurred.')
  await shows('With the customer')
  await page.getByText('Identity document: The document cannot be read').waitFor()
})

test('a refund that another person has asked for is approved, and nobody decides twice', async () => {
  await page.goto(`${url}/dashboard/op/reviews/approvals`)
  await page.getByRole('link', { name: 'Refund' }).click()
  await page.getByText('Ticket 712: the cake was not delivered.').first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await decides('Approve', 'I have called the customer.')
  await shows('Approved, not used yet')
  const button = page.getByRole('button', { name: 'Approve', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  // Its key says why it does nothing, as the button does.
  await page.keyboard.press('a')
  await page.getByRole('status').filter({ hasText: 'Approve: It is decided already.' }).waitFor()
})

// In small: a person who decides says why, decides what is open, and may decide it anew
longTest('a possible match is decided, a break is written off, and the audit has both with their reasons', async () => {
  await page.goto(`${url}/dashboard/op/reviews/screening/${story.hit.id}`)
  await page.getByRole('button', { name: 'Another person' }).click()
  await decides('Another person', 'Born in another century.')
  await shows('Another person')

  await page.goto(`${url}/dashboard/op/money/breaks`)
  await page.getByRole('link', { name: 'Another amount' }).click()
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  expect(await accept.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Write off' }).click()
  await decides('Write off', 'A cent of rounding.')
  await shows('Written off')

  await page.goto(`${url}/dashboard/op/settings/audit`)
  await page.getByText('“A cent of rounding.”').waitFor()
  await page.getByText('“Born in another century.”').waitFor()
})

test('a report of a card network is imported from a file, and a day that differs is explained', async () => {
  await page.goto(`${url}/dashboard/op/money/network`)
  await page.getByRole('button', { name: 'Import a report' }).click()
  await typeIn(inDialog().getByLabel('Name'), 'may.csv')
  const rows = [
    'day,currency,clearings,cleared,refunds,refunded',
    '2026-05-04,EUR,2,"30.00",0,0.00',
    '2026-05-05,EUR,0,0.00,0,0.00',
  ]
  const buffer = Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`)
  await inDialog().getByLabel('File (CSV)').setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer })
  await decides('Import a report', 'It came this morning.')
  await page.getByRole('link', { name: 'may.csv' }).click()
  const day = page.getByRole('region', { name: 'May 4, 2026' })
  await day.getByText('2 · €30.00').waitFor()
  await day.getByRole('button', { name: 'Match by hand' }).click()
  await decides('Match by hand', 'The network has explained it.')
  await day.getByText('Matched by hand').first().waitFor()
  await page.getByRole('region', { name: 'May 5, 2026' }).getByText('Agrees').waitFor()
})

// In small: the queue says since when an outcome is not known, when it is asked for again, and when it is undone
longTest('a payment whose outcome is not known says so, is checked, and found among all payments', async () => {
  await page.goto(`${url}/dashboard/op`)
  await page.getByRole('main').getByRole('link', { name: 'Payments with an unknown outcome' }).click()
  await page.getByRole('table', { name: 'Uncertain' }).getByRole('link', { name: '€18.00' }).click()
  await page.getByText('Do not charge again: the customer may have paid.').waitFor()
  await page.getByText('If nobody replies, it is undone at').waitFor()
  await page.keyboard.press('i')
  await decides('Check now', 'The customer is on the telephone.')
  await shows('Paid')
  await page.getByText('“The customer is on the telephone.”').waitFor()
  await page.goto(`${url}/dashboard/op/payments?status=!failed&customer=ada@example.com&currency=EUR&amount=18..18`)
  await page.getByRole('button', { name: 'Status: all but Declined', exact: true }).waitFor()
  await page.getByRole('table', { name: 'Payments' }).getByRole('link', { name: '€18.00' }).click()
  await page.getByText('Approved and captured at once').waitFor()
  await page.getByText('Owed to merchants').waitFor()
})

test('payout terms and billing details of a merchant are changed, and payouts are held with a reason', async () => {
  await page.goto(`${url}/dashboard/op/merchants/${story.site.merchantId}`)
  const terms = page.getByRole('region', { name: 'Payout terms' })
  await terms.getByRole('button', { name: 'Change' }).click()
  await inDialog().getByLabel('Paid out').selectOption('Every week: Friday')
  await typeIn(inDialog().getByLabel('Least amounts'), '100.00 EUR')
  await typeIn(inDialog().getByLabel('Delay'), '91')
  await typeIn(inDialog().getByLabel('Reason', { exact: true }), 'As agreed.')
  await inDialog().getByRole('button', { name: 'Change', exact: true }).click()
  await inDialog().getByText('a whole number from 0 to 90').waitFor()
  await typeIn(inDialog().getByLabel('Delay'), '2')
  await decides('Change', 'As agreed.')
  await terms.getByText('Every week: Friday').waitFor()
  await terms.getByText('100.00 EUR').waitFor()
  await terms.getByRole('button', { name: 'Hold payouts' }).click()
  await decides('Hold payouts', 'The bank asks who they are.')
  await terms.getByText('“The bank asks who they are.”').waitFor()

  const billing = page.getByRole('region', { name: 'Billing details' })
  await billing.getByRole('button', { name: 'Change' }).click()
  const details = { legalName: 'Crumb SRL', address: 'Main Street 1', country: 'RO', vatBasisPoints: '1900' }
  for (const [field, text] of Object.entries(details)) await typeIn(inDialog().locator(`[name=${field}]`), text)
  await decides('Change', 'From the contract.')
  await billing.getByText('19 %').waitFor()
  // The browser reports replies that refuse: details that were not there, and a delay that is too long.
  troubles.length = 0
})

// In small: a paused connector gets nothing new, keeps what it has, and nothing is charged twice
longTest('a connector is paused from health with a reason, and resumed; the books are verified', async () => {
  await page.goto(`${url}/dashboard/op`)
  const connectors = page.getByRole('region', { name: 'Connectors, the last hour' })
  await connectors.getByRole('button', { name: 'Pause', exact: true }).first().click()
  await decides('Pause connector sandbox', 'It has stopped replying.')
  await page.getByText('Paused: sandbox.').waitFor()
  await connectors.getByRole('button', { name: 'Resume', exact: true }).click()
  await decides('Resume connector sandbox', 'It replies again.')
  await page.getByText('Paused: sandbox.').waitFor({ state: 'hidden' })
  await connectors.getByRole('link', { name: 'sandbox', exact: true }).click()
  await page.getByText('“It has stopped replying.”').waitFor()

  await page.goto(`${url}/dashboard/op/money/verify`)
  await page.getByRole('main').getByRole('link', { name: 'Books', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await decides('Verify now', 'The end of the month.')
  await story.world.runUntilIdle()
  await page.getByText('The last verification found no difference.').waitFor()
  await page.goto(`${url}/dashboard/op/money/books`)
  await page.getByText('Debits equal credits').first().waitFor()
})

// In small: a year that is being typed is no day yet
longTest('a day takes effect once its year is typed, and one that is typed anew stays a day', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('at') ?? ''))
  await page.goto(`${url}/dashboard/op/money/books`)
  await typeDay(page.getByLabel('At the end of the day'), Temporal.PlainDate.from('2026-05-04'))
  await page.waitForURL(/day=2026-05-04/)
  await page.getByText('As of').first().waitFor()
  expect(asked.filter((day) => day !== '')).toEqual(['2026-05-04'])

  await page.goto(`${url}/dashboard/op/payments`)
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Created' }).click()
  await inDialog().getByLabel('Created', { exact: true }).selectOption('own days')
  const from = inDialog().getByLabel('Created: from')
  await typeDay(from, Temporal.PlainDate.from('2026-05-04'))
  await page.keyboard.press('Backspace')
  await typeDay(from, Temporal.PlainDate.from('2026-05-03'))
  expect(await from.inputValue()).toBe('2026-05-03')
})

test('no page of the operator has a barrier or scrolls sideways on a telephone', async () => {
  const [entry] = await story.world.app.db.run('select max(id) as id from ledger.entries', [])
  const addresses = [...pagesOf(story), `/money/entries/${entry!.id}`].map((path) => `${url}/dashboard/op${path}`)
  expect(await barriersOn(page, addresses)).toEqual([])
})

const pagesOf = ({ site, partner, product, caseId, hit, olga, paid }: typeof story): string[] => [
  '',
  '/merchants',
  `/merchants/${site.merchantId}`,
  '/partners',
  `/partners/${partner.partner.id}`,
  '/payments',
  `/payments/${paid.id}`,
  '/reviews/uncertain',
  `/reviews/uncertain/${paid.id}`,
  '/reviews/kyc',
  `/reviews/kyc/${caseId}`,
  '/reviews/approvals',
  '/reviews/approvals/1',
  '/reviews/screening',
  `/reviews/screening/${hit.id}`,
  '/reviews/lists',
  '/reviews/deposits',
  '/disputes/events',
  '/disputes/cards',
  '/money/books',
  '/money/verify',
  '/money/accounts',
  '/money/accounts/acquirer:captured?currency=EUR',
  '/money/entries',
  '/money/payouts',
  '/money/files',
  '/money/breaks',
  '/money/breaks/101',
  '/money/reports',
  '/money/reports/101',
  '/money/network',
  '/money/network/1',
  '/money/invoices',
  '/abuse/limits',
  '/abuse/attacks',
  '/abuse/blocks',
  '/platform/connectors',
  '/platform/connectors/sandbox',
  '/platform/connections',
  '/platform/refused-requests',
  '/platform/totals',
  '/platform/inbound-webhooks',
  '/platform/routing',
  '/platform/keys',
  '/platform/pricing',
  '/platform/products',
  '/platform/mailbox',
  '/platform/cards',
  `/platform/products/${product.id}`,
  '/settings/staff',
  `/settings/staff/${olga.id}`,
  '/settings/audit',
  '/settings/configuration',
]
