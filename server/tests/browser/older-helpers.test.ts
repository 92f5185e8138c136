import { expect, test } from 'vitest'
import { typeCard } from '../world/card-form.ts'
import { longTest } from '../world/length.ts'
import type { LiveServer } from '../world/live-server.ts'
import type { StorePage } from '../world/store-page.ts'
import { withStorePage } from '../world/watched-store.ts'

let live: LiveServer
let store: StorePage
withStorePage((opened) => {
  live = opened.live
  store = opened.store
})

/** The form of a shop, as its plugins write it. */
function formOf(
  { publicUrl, signed }: StorePage,
  { orderId, target = '' }: { orderId: string; target?: string },
): string {
  const { jsonRequest, checksum } = signed({ order: { orderId } })
  return `<form action="${publicUrl}/" method="post" target="${target}" accept-charset="UTF-8">
<input type="hidden" name="jsonRequest" value="${jsonRequest}"><input type="hidden" name="checksum" value="${checksum}">
<button id="payButton">Pay now</button></form>`
}

const typeAndPay = async (frame: import('playwright-core').FrameLocator) => {
  await typeCard(frame)
  await frame.getByRole('button', { name: /^Pay €/ }).click()
}

test('the pop-up helper shows the payment page above the store, and the result comes to the whole window', async () => {
  const page = await live.browser.newPage()
  const form = formOf(store, { orderId: 'pop-up' })
  await page.goto(
    store.put(
      '/pop-up',
      `<!doctype html><html lang="en"><title>Crumb</title>${form}
<script>var twispayButtonsSelectors = ['#payButton']</script><script src="${store.publicUrl}/assets/script"></script>`,
    ),
  )
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('dialog', { name: 'Payment form' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Pay now' }).click()
  await typeAndPay(page.frameLocator('dialog iframe'))
  await page.waitForURL(`${store.origin}/back?key=1`)
  expect(store.visited.at(-1)).toMatchObject({ method: 'POST', body: expect.stringContaining('opensslResult=') })
})

// In small: the pop-up helper shows the payment page above the store, and the result comes to the whole window
longTest("a frame of the store's own is helped to the same end", async () => {
  const page = await live.browser.newPage()
  const form = formOf(store, { orderId: 'own-frame', target: 'payment' })
  await page.goto(
    store.put(
      '/own-frame',
      `<!doctype html><html lang="en"><title>Crumb</title>${form}
<iframe id="paymentFrame" name="payment" style="display: none"></iframe>
<script>document.getElementById('payButton').addEventListener('click', function () { document.getElementById('paymentFrame').style.display = 'block' })
var twispayIFramesSelectors = ['#paymentFrame']</script><script src="${store.publicUrl}/assets/custom"></script>`,
    ),
  )
  await page.getByRole('button', { name: 'Pay now' }).click()
  expect(await page.locator('#paymentFrame').getAttribute('title')).toBe('Payment form')
  await typeAndPay(page.frameLocator('#paymentFrame'))
  await page.waitForURL(`${store.origin}/back?key=1`)
  expect(store.visited.filter(({ method }) => method === 'POST')).toHaveLength(2)
})
