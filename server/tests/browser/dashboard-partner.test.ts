import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { barriersOn } from '../world/dashboard-walk.ts'
import { longTest } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openTopups, type TopupsFixture } from '../world/topups.ts'
import { pasteIn, typeIn } from '../world/typing.ts'
import { createWorld, type World } from '../world/world.ts'

const email = 'nora@nordwind.example'
const password = 'correct horse battery staple'
const by = { actor: 'test', fromWhere: 'test' }

let world: World
let nordwind: TopupsFixture
let ana: Spender
let declined: string
let settled: string
let dispute: string
let topup: string
let colleague: string
let root: string
let browser: Windows
let page: Page
const troubles: string[] = []
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openTopups(world)
  topup = (await (await nordwind.holder()).topsUp('30.00')).id
  ana = await openSpender(world, nordwind, { funds: '100.00' })
  declined = String((await ana.authorize('100.01')).transactionId)
  const bread = ana.authorization('10.00')
  settled = String((await ana.send(bread)).transactionId)
  await ana.clear('10.00', { original: { key: bread.key } })
  const scope = { kind: 'partner' as const, id: String(nordwind.partner.id) }
  const nora = await world.app.staff.add({
    by,
    scope,
    role: 'owner',
    email,
    name: 'Nora',
    password: new Secret(password),
  })
  colleague = String(nora.id)
  root = `${await world.http.listen({ host: '127.0.0.1', port: 0 })}/dashboard/p/${scope.id}`
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en' })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  await page.goto(root)
  await pasteIn(page.getByLabel('E-mail address'), email)
  await pasteIn(page.getByLabel('Password'), password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'What needs a person now' }).waitFor()
  // The first question, who is there, was refused before somebody had logged in.
  troubles.length = 0
})
afterAll(async () => {
  await browser.close()
  await world[Symbol.asyncDispose]()
  expect(troubles).toEqual([])
})

const dialog = () => page.getByRole('dialog')
/** Fills in the reason in the open dialog and sends it. */
async function sends(button: string): Promise<void> {
  await typeIn(dialog().getByLabel('Reason', { exact: true }), 'Ticket 712: the customer has called.')
  await dialog().getByRole('button', { name: button, exact: true }).click()
}

test('from home to why a card was declined: the rule, and what it has compared, on the first screen', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Declined card transactions' }).click()
  await page.getByRole('cell', { name: 'Balance', exact: true }).waitFor()
  await page.getByRole('link', { name: '€100.01' }).click()
  await page
    .getByText('Declined by the rule “Balance”: €100.01 is asked for, and €100.00 can be spent.', { exact: true })
    .waitFor()
  const rows = page.getByRole('table').getByRole('row')
  expect(await rows.count()).toBe(16)
  const cells = await rows.nth(1).getByRole('cell').allInnerTexts()
  expect(cells).toEqual([
    'Balance The account has enough.',
    'Failed',
    '€100.01 is asked for, and €100.00 can be spent, code 51',
  ])
  await page.evaluate("localStorage.setItem('florin.language', 'ro')")
  await page.reload()
  await page.getByText('Respinsă de regula „Soldul”: se cer 100,01 EUR și se pot cheltui 100,00 EUR.').first().waitFor()
  await page.evaluate("localStorage.removeItem('florin.language')")
})

test('a customer on one page: the KYC with its steps, accounts, cards and transactions', async () => {
  await page.goto(`${root}/customers/${ana.customerId}`)
  for (const name of ['KYC', 'Accounts', 'Cards', 'Latest card transactions'])
    await page.getByRole('region', { name, exact: true }).getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Show the steps' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Identity document' }).waitFor()
})

test('the cases of a partner do not say whose they are: all are its own', async () => {
  await page.goto(`${root}/reviews/kyc?status=all`)
  await page.getByRole('columnheader', { name: 'Status' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Partner' }).count()).toBe(0)
})

// In small: a card is suspended, resumed and closed with a reason, which its history and the audit keep
longTest('a card is suspended with a reason, and what cannot be done now says why', async () => {
  await page.goto(`${root}/cards/${ana.issued.id}`)
  const resume = page.getByRole('button', { name: 'Resume', exact: true })
  expect(await resume.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await sends('Suspend')
  await page.getByText('Staff have suspended the card.').waitFor()
  expect(await resume.getAttribute('aria-disabled')).toBe(null)
  expect(await ana.statusOf(ana.issued)).toBe('suspended')
})

test('a settled payment is disputed for its customer, and the operator alone decides about it', async () => {
  await page.goto(`${root}/transactions/card/${settled}`)
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  await dialog().getByLabel('Why the customer disputes it').selectOption('Charged twice')
  await typeIn(dialog().getByLabel('What the customer says'), 'I bought one loaf.')
  await sends('Open a dispute')
  await dialog().waitFor({ state: 'hidden' })
  await page.goto(`${root}/transactions/disputes`)
  await page.getByRole('link', { name: '€10.00' }).click()
  await page.getByText('I bought one loaf.').waitFor()
  expect(await page.getByRole('button', { name: 'Raise at the network' }).getAttribute('aria-disabled')).toBe('true')
  dispute = new URL(page.url()).pathname.split('/').at(-1) ?? ''
})

test('a new API key is shown once, and works', async () => {
  await page.goto(`${root}/developers`)
  await page.getByRole('button', { name: 'Make an API key' }).click()
  await sends('Make an API key')
  const key = await dialog()
    .getByText(/^fpk_test_/)
    .innerText()
  await dialog().getByRole('button', { name: 'Done' }).click()
  expect(await page.getByText(key).count()).toBe(0)
  const headers = { 'x-partner-api-key': key }
  const { statusCode } = await world.http.inject({ url: `/v1/transactions/${declined}/explanation`, headers })
  expect(statusCode).toBe(200)
})

// In small: a person is added once for a repeated key, is changed, and the audit says who did it and why
longTest('a colleague is added and gets a link to join with', async () => {
  await page.goto(`${root}/settings/team`)
  await page.getByRole('button', { name: 'Add a person' }).click()
  await typeIn(dialog().getByLabel('Name', { exact: true }), 'Kai')
  await typeIn(dialog().getByLabel('E-mail address'), 'kai@nordwind.example')
  await sends('Add a person')
  await page.getByRole('link', { name: 'Kai' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await sends('Invite')
  await dialog()
    .getByText(/\/dashboard\/join#/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Done' }).click()
  // A server with e-mail sends the link to the person, and replies without it.
  const sent = { id: colleague, sentTo: 'kai@nordwind.example', expiresAt: '2026-05-11T10:00:00Z' }
  await page.route('**/invite', (route) => route.fulfill({ status: 201, json: sent }))
  await page.getByRole('button', { name: 'Invite again' }).click()
  await sends('Invite again')
  await dialog().getByText('The link was sent to kai@nordwind.example').waitFor()
  await dialog()
    .getByText(/\/dashboard\/join#/)
    .waitFor({ state: 'detached' })
  await page.goto(`${root}/settings/audit`)
  await page.getByText('Ticket 712: the customer has called.').first().waitFor()
  // Pages of others are not shown empty, and not filled with one's own rows.
  for (const elsewhere of ['op/payments', 'p/999/cards', 'm/101/payments']) {
    await page.goto(`${root.slice(0, root.indexOf('/p/'))}/${elsewhere}`)
    await page.getByRole('main').getByText('There is nothing at this address').waitFor()
  }
})

test('no page of a partner has a barrier or scrolls sideways on a telephone', async () => {
  const { body } = await nordwind.asServer('GET', '/events')
  const [event] = body.data as { eventId: string }[]
  const paths = ['', ...pages(), ...(event ? [`/webhooks/events/${event.eventId}`] : [])]
  const addresses = paths.map((path) => `${root}${path}`)
  expect(await barriersOn(page, addresses)).toEqual([])
})

const pages = (): string[] => [
  '/customers',
  '/accounts',
  `/customers/${ana.customerId}`,
  `/accounts/${ana.accountId}`,
  '/cards',
  `/cards/${ana.issued.id}`,
  '/transactions/card',
  `/transactions/card/${declined}`,
  `/transactions/card/${settled}`,
  '/transactions/challenges',
  '/transactions/disputes',
  `/transactions/disputes/${dispute}`,
  '/topups',
  `/topups/${topup}`,
  '/webhooks/endpoint',
  '/webhooks/grader',
  '/developers/requests',
  '/developers/sender',
  '/developers/reference',
  '/webhooks/events',
  '/developers',
  '/programme/settings',
  '/programme/products',
  '/reviews/kyc',
  '/reviews/screening',
  '/reviews/deposits',
  '/reviews/approvals',
  '/settings/team',
  `/settings/team/${colleague}`,
  '/settings/audit',
]
