import { setTimeout } from 'node:timers/promises'
import type { FrameLocator, Page } from 'playwright-core'
import type { RunningServer } from '../src/app/server.ts'
import type { openBrowser } from '../tests/world/browser.ts'
import { bankIn, press, typeCard } from '../tests/world/card-form.ts'
import { type FormInput, openForm, openStorePage, type StorePage } from '../tests/world/store-page.ts'
import { looks, type Pictured, pictureLook, report } from './pictured.ts'

/** What a shopper sees of us on the page of a store. `shows` ends when it is there. */
type Scene = {
  name: string
  form?: FormInput
  /** What is on the page is as high as the window, and above the rest of it. */
  covers?: boolean
  shows(form: FrameLocator, page: Page, store: StorePage): Promise<unknown>
}

const pays = async (form: FrameLocator, number?: string): Promise<void> => {
  await typeCard(form, number === undefined ? {} : { number })
  await press(form)
}

/** Until the store's page knows of the payment. Its policy forbids to evaluate anything in it again and again: this asks from outside. */
async function paid(page: Page): Promise<void> {
  while (!(await page.evaluate(`reported.some(([name]) => name === 'onPaymentComplete')`))) await setTimeout(50)
}

/** The form of a shop, as its plugins write it, for the older helpers. */
async function openOlder(page: Page, { publicUrl, signed, put }: StorePage, helper: 'script' | 'custom') {
  const { jsonRequest, checksum } = signed({ order: { orderId: `${helper}-${++older}` } })
  const target = helper === 'custom' ? 'payment' : ''
  const globals =
    helper === 'custom' ? `twispayIFramesSelectors = ['#payment']` : `twispayButtonsSelectors = ['#payButton']`
  const frame = `<iframe id="payment" name="payment" title="Payment form" style="width:100%;height:600px;border:0"></iframe>`
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Crumb</title>
<main><h1>Your bread</h1><form action="${publicUrl}/" method="post" target="${target}">
<input type="hidden" name="jsonRequest" value="${jsonRequest}"><input type="hidden" name="checksum" value="${checksum}">
<button id="payButton">Pay now</button></form>${helper === 'custom' ? frame : ''}</main>
<script>var ${globals}</script><script src="${publicUrl}/assets/${helper}"></script></html>`
  await page.goto(put(`/${helper}`, html))
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page
    .frameLocator(helper === 'custom' ? '#payment' : 'dialog iframe')
    .getByLabel('Card number')
    .waitFor()
}
let older = 0

let customers = 0
const paymentMethods = { applePay: { enabled: true }, googlePay: { enabled: true } }
const asThePage = { options: { appearance: { theme: 'auto' } } }

const scenes: readonly Scene[] = [
  { name: 'framed-form', shows: (form) => form.getByLabel('Card number').waitFor() },
  {
    name: 'framed-mistakes',
    shows: async (form) => {
      await typeCard(form, { number: '4111111111111112' })
      await press(form)
      await form.locator('.wrong').first().waitFor()
    },
  },
  {
    name: 'framed-declined',
    shows: async (form) => {
      await pays(form, '4000 0200 0000 1008')
      await form.getByRole('heading', { name: /not/i }).first().waitFor()
    },
  },
  {
    name: 'framed-stored-cards',
    shows: async (_form, page, store) => {
      const customer = { identifier: `pictured-${++customers}`, email: 'pictured@example.com' }
      const input = { request: { customer, saveCard: true }, config: asThePage }
      await pays(await openForm(page, store, input))
      await paid(page)
      const again = await openForm(page, store, input)
      await again.getByLabel('Visa ending in 1111').first().waitFor()
    },
  },
  {
    name: 'framed-wallets',
    form: { config: { paymentMethods } },
    shows: (form) => form.getByRole('button', { name: 'Pay with Google Pay' }).waitFor(),
  },
  {
    name: 'framed-test-wallet',
    form: { config: { paymentMethods } },
    shows: async (form) => {
      await form.getByRole('button', { name: 'Pay with Apple Pay' }).click()
      await form.getByRole('button', { name: 'Visa ··1004' }).waitFor()
    },
  },
  {
    name: 'framed-bank',
    form: { order: { amount: '30.00' } },
    covers: true,
    shows: async (form) => {
      await pays(form)
      await bankIn(form).getByRole('textbox').waitFor()
    },
  },
  {
    name: 'framed-receipt',
    form: { kind: 'class' },
    shows: async (form, page) => {
      await pays(form)
      await paid(page)
      await form.getByRole('heading').first().waitFor()
    },
  },
  { name: 'older-pop-up', covers: true, shows: (_form, page, store) => openOlder(page, store, 'script') },
  { name: 'older-frame', shows: (_form, page, store) => openOlder(page, store, 'custom') },
]

/** The bank's page, and that of an older helper, know nothing of the pages around them. */
const isOurs = (trouble: string) => !/landmark-(?:unique|one-main)|landmark-no-duplicate/.test(trouble)

/** A frame is transparent, or has the browser's own canvas behind it; axe takes white for either. */
async function paintCanvas(page: Page): Promise<void> {
  const framed = page.frames().filter((frame) => frame !== page.mainFrame())
  for (const frame of framed) await frame.evaluate(`document.documentElement.style.background = 'Canvas'`)
}

/** Each scene anew for each look, since a payment that was made cannot be made again. */
export async function pictureFrames(
  server: RunningServer,
  browser: Awaited<ReturnType<typeof openBrowser>>,
): Promise<Pictured[]> {
  await using store = await openStorePage({ server })
  const taken: Pictured[] = []
  for (const { name, form: input = {}, covers = false, shows } of scenes) {
    const pictured: Pictured = { title: name.replaceAll('-', ' '), name, address: store.origin, troubles: [] }
    for (const look of looks) {
      const { colorScheme, width, height } = look
      const context = await browser.newContext({ locale: 'en-GB', colorScheme, viewport: { width, height } })
      const page = await context.newPage()
      const settles = async () => {
        const config = { ...input.config, ...asThePage }
        await shows(await openForm(page, store, { ...input, config }), page, store)
        await paintCanvas(page)
      }
      await pictureLook(page, look, pictured, { settles, fullPage: !covers })
      await context.close()
    }
    pictured.troubles = pictured.troubles.filter(isOurs)
    report(pictured)
    taken.push(pictured)
  }
  return taken
}
