import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

/**
 * Has axe in every page and frame that is opened in these windows from here on. The browser compiles it once; to send it
 * to each page again takes longer than its rules do.
 */
export const withAxe = (windows: BrowserContext): Promise<unknown> =>
  windows.addInitScript(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)

/**
 * What keeps people out of this page, once what moves on it has arrived: the rule and the element, for each violation that
 * axe finds.
 */
export function findingsOn(
  page: Page,
  { rules, exclude = [] }: { rules?: readonly string[] | undefined; exclude?: readonly string[] } = {},
): Promise<string[]> {
  const context = { include: ['html'], exclude }
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate<string[]>(`
    Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
      .map(({ finished }) => finished))
      .then(() => axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}))
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
}
