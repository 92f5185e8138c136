import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

/** The smaller of its two files: a browser reads it anew in every document, which takes longer than all that a page does. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const loadAxe = `{ ${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }) }`

/**
 * What keeps people out of this page, once what moves on it has arrived: the rule and the element, for each violation that
 * axe finds. Only a document that is looked at has axe in it, and in its frames, from here on.
 */
export async function findingsOn(
  page: Page,
  { rules, exclude = [] }: { rules?: readonly string[] | undefined; exclude?: readonly string[] } = {},
): Promise<string[]> {
  const context = { include: ['html'], exclude }
  const options = { reporter: 'no-passes', ...(rules && { runOnly: rules }) }
  for (const frame of page.frames())
    if ((await runsScripts(frame)) && !(await frame.evaluate('!!window.axe'))) await frame.evaluate(loadAxe)
  return page.evaluate<string[]>(`
    Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
      .map(({ finished }) => finished))
      .then(() => axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}))
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
}

/** What is framed to be seen alone, such as an email, runs nothing. */
async function runsScripts(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return true
  const sandbox = await (await frame.frameElement()).getAttribute('sandbox')
  return sandbox === null || sandbox.split(' ').includes('allow-scripts')
}
