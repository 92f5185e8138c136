import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { codeOf, newPerson, password } from '../world/dashboard-session.ts'
import { typeIn } from '../world/typing.ts'
import { createWorld, type World } from '../world/world.ts'

/** How a person proves who they are, in a browser with a passkey of its own. */

let world: World
let shop: Awaited<ReturnType<World['merchant']>>
let email: string
let browser: Windows
let page: Page
let url: string
const barriers: string[] = []
beforeAll(async () => {
  world = await createWorld()
  shop = await world.merchant()
  const scope = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  email = (await newPerson(world, { scope, role: 'developer' })).email
  // Browsers make passkeys at a name, and not at an address.
  url = (await world.http.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } })
  page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  await browser.close()
  await world[Symbol.asyncDispose]()
  expect(barriers).toEqual([])
})

const security = () => page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
/** What is shown now has no barrier, and does not scroll sideways. */
async function looksWell(what: string): Promise<void> {
  // What React Aria has announced stays for seconds, and names buttons that are gone by then.
  const findings = await findingsOn(page, { exclude: ['[data-live-announcer]'] })
  barriers.push(...findings.map((finding) => `${what}: ${finding}`))
  if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    barriers.push(`${what} scrolls sideways`)
}
async function typesPassword(): Promise<void> {
  await typeIn(page.getByLabel('E-mail address'), email)
  await typeIn(page.getByLabel('Password'), password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
async function logsOut(): Promise<void> {
  await page.getByRole('button', { name: /^You/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('E-mail address').waitFor()
}

/** The server has pages of a newer release: they are offered, and nothing happens by itself. */
async function offersNewerPages(): Promise<void> {
  await page.route(`${url}/dashboard`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ body: '<script type="module" src="/dashboard/assets/index-newer.js"></script>' })
      : route.continue(),
  )
  await page.reload()
  await security()
  const notice = page.getByRole('status').filter({ hasText: 'A newer version of the dashboard is there' })
  await notice.waitFor()
  await looksWell('newer pages')
  await page.unroute(`${url}/dashboard`)
  await notice.getByRole('button', { name: 'Load it' }).click()
  await notice.waitFor({ state: 'detached' })
  await security()
}

test('a wrong password is said, and what was typed stays while the server is asked again who is there', async () => {
  await page.goto(`${url}/dashboard`)
  await typeIn(page.getByLabel('E-mail address'), email)
  await typeIn(page.getByLabel('Password'), 'not this one')
  const askedAgain = page.waitForResponse((response) => response.url().endsWith('/staff/v1/me'))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await (await askedAgain).finished()

  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/password/)
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
})

test('a person adds a passkey and an app, and logs in with each; a key is shown only to who proves to be there', async () => {
  await page.goto(`${url}/dashboard/me/security`)
  await page.getByLabel('E-mail address').waitFor()
  await looksWell('log-in')
  await typesPassword()
  await security()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await typeIn(dialog.getByLabel('Name'), 'Work laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByText('shown only now').waitFor()
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  await looksWell('recovery codes')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /Work laptop.*Passkey/ }).waitFor()

  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await typeIn(dialog.getByLabel('Name'), 'Telephone')
  await looksWell('a new app')
  const key = (await dialog.locator('code').first().textContent())!.replaceAll(' ', '')
  await typeIn(dialog.getByLabel('Code that the app shows'), codeOf(world, key, -1))
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('row', { name: /Telephone.*Authenticator app/ }).waitFor()
  await looksWell('security')
  await offersNewerPages()

  await logsOut()
  await typesPassword()
  await typeIn(page.getByLabel('Code from your app'), codeOf(world, key))
  await looksWell('second step')
  await page.getByRole('button', { name: 'Continue' }).click()
  await security()
  await logsOut()
  await typesPassword()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await typeIn(page.getByLabel('Recovery code'), codes[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('9 of 10 are left').waitFor()
  await logsOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await security()

  world.clock.pass({ minutes: 6 })
  await page.goto(`${url}/dashboard/m/${shop.site.merchantId}/sites/${shop.site.id}`)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await typeIn(dialog.getByLabel('Reason'), 'The server lost it.')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await dialog.getByText('Is it still you?').waitFor()
  await looksWell('a proof')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByText(shop.privateKey).waitFor()
  await looksWell('a key')
})
