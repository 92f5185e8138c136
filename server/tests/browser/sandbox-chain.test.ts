import { expect, onTestFinished } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser } from '../world/browser.ts'
import { openCryptoTopups } from '../world/crypto-topups.ts'
import { longTest } from '../world/length.ts'
import { typeIn } from '../world/typing.ts'

// In small: a person sends coins to the address of a topup, makes blocks, and the money is there
longTest(
  'coins are sent, confirmed and dropped with the buttons of the chain, in a browser without script',
  async () => {
    const at = await openCryptoTopups()
    const holder = await at.holder()
    const ordered = await holder.orders()
    const url = await at.world.http.listen({ host: '127.0.0.1', port: 0 })
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(`${url}/sandbox`)
    await page.getByRole('navigation').getByRole('link', { name: 'Chain' }).click()
    expect(await page.getByText('Nothing was sent yet.').count()).toBe(1)
    await typeIn(page.getByLabel('To', { exact: true }), ordered.topup.crypto.address)
    await typeIn(page.getByLabel('Quantity'), '100')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('status').textContent()).toContain('100 USDC are part of the next block')
    await page.getByRole('button', { name: 'Make a block' }).click()
    expect(await page.getByRole('status').textContent()).toContain('The newest block is')
    await page.getByRole('button', { name: 'come later' }).click()
    expect(await page.getByRole('status').textContent()).toContain('part of the next block')
    await page.getByRole('button', { name: 'Make 12 blocks' }).click()
    await at.look()
    expect(await holder.balance()).toBe('90.00')
    await page.reload()
    expect(await page.getByRole('status').count()).toBe(0)
    await typeIn(page.getByLabel('To', { exact: true }), '0x12')
    await typeIn(page.getByLabel('Quantity'), '1')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('status').textContent()).toContain('an address is 0x')

    const seen = await browser.newContext({ viewport: { width: 360, height: 700 } })
    const still = await seen.newPage()
    for (const colorScheme of ['light', 'dark'] as const) {
      await still.emulateMedia({ colorScheme })
      await still.goto(`${url}/sandbox/chain`)
      expect(await findingsOn(still), colorScheme).toEqual([])
      expect(await still.evaluate('document.documentElement.scrollWidth <= innerWidth'), colorScheme).toBe(true)
    }
  },
)
