import type { Page } from 'playwright-core'
import { findingsOn } from './accessibility.ts'
import { inTurn } from './length.ts'

/**
 * What is wrong with pages of the dashboard on a telephone: barriers that axe finds, and pages that scroll sideways. A
 * short run looks at each page in one of the themes, by turns, a long one in both. The window has axe.
 */
export async function barriersOn(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [index, address] of addresses.entries()) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    for (const [nth, colorScheme] of inTurn(['light', 'dark'] as const, index, 1).entries()) {
      await page.emulateMedia({ colorScheme })
      // What differs in the other theme are the colours.
      const findings = await findingsOn(page, nth === 0 ? {} : { rules: ['color-contrast'] })
      found.push(...findings.map((finding) => `${address}, ${colorScheme}: ${finding}`))
    }
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (isWide) found.push(`${address} scrolls sideways`)
  }
  return found
}
