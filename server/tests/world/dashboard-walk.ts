import type { Page } from 'playwright-core'
import { findingsOn } from './accessibility.ts'
import { inTurn, isLong } from './length.ts'

/**
 * What is wrong with pages of the dashboard on a telephone: barriers that axe finds, and pages that scroll sideways. A
 * short run looks at half of the pages, each in one of the themes, by turns, and reaches most as a link does; a long one
 * loads all of them anew and looks at each in both.
 */
export async function barriersOn(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 360, height: 740 })
  const walked = everySecondPair(addresses)
  for (const [index, address] of walked.entries()) {
    await (isLong || !hasAnotherPath(address, walked[index - 1]) ? page.goto(address) : goByRouter(page, address))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    for (const [nth, colorScheme] of inTurn(['light', 'dark'] as const, index, 1).entries()) {
      await page.emulateMedia({ colorScheme })
      // What differs in the other theme are the colours.
      const findings = await findingsOn(page, nth === 0 ? {} : { rules: ['color-contrast'] })
      found.push(...findings.map((finding) => `${address}, ${colorScheme}: ${finding}`))
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 })
      for (const what of await page.evaluate<string[]>(hidden)) found.push(`${address}, ${width} px wide: ${what}`)
    }
  }
  return found
}

/** A desktop zoomed to 200 %, a tablet, and the telephone last, on which the next page is looked at. */
const widths = [640, 1024, 360]
/** What can be seen by scrolling sideways alone: of the page, or of a table that is no list. */
const hidden = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
  ...[...document.querySelectorAll('.panel .rows')]
    .filter((rows) => rows.scrollWidth > rows.clientWidth + 1)
    .map((rows) => 'cut off: ' + rows.querySelector('caption')?.textContent),
]`

/**
 * A list and what it leads to are beside each other: the last page of four and the first of the next four are walked, so that
 * each kind of page is, and neither lists nor single records alone.
 */
const everySecondPair = (addresses: readonly string[]): readonly string[] =>
  isLong ? addresses : addresses.filter((_address, index) => index % 4 === 0 || index % 4 === 3)

/** Pages with different paths are different ones to the router, and each says its own title when it is shown. */
const hasAnotherPath = (address: string, before = address): boolean =>
  new URL(address).pathname !== new URL(before).pathname

/** To load the dashboard anew takes the browser longer than all that a page does. The old page has gone when there is a title again. */
async function goByRouter(page: Page, address: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    document.title = ''
    const named = new MutationObserver(() => document.title && resolve(named.disconnect()))
    named.observe(document.head, { childList: true, subtree: true })
    history.pushState({}, '', ${JSON.stringify(address)})
  })`)
}
