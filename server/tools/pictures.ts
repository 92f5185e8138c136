import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../src/app/config.ts'
import { type RunningServer, startServer } from '../src/app/server.ts'
import { openBrowser } from '../tests/world/browser.ts'
import { pasteIn } from '../tests/world/typing.ts'
import { folder, looks, type Pictured, pictureLook, report } from './pictured.ts'
import { pictureFrames } from './pictures-framed.ts'

/**
 * Takes a picture of every page of the dashboard, filled by the seeded story, and of the payment form on a store's page: on
 * a desktop and a telephone, light and dark. With the word `framed` it takes the latter alone. Writes them with an index page
 * into `pictures/`, and says what is wrong with a page: barriers that axe finds,
 * sideways scrolling, errors of the console, failed requests. Pages are found by following links, as a person does, so
 * a page that no link reaches is named too.
 */
type Area = { name: string; prefix: RegExp; pages: readonly { path: string }[] }
const areas: readonly Area[] = [
  { name: 'merchant', prefix: /^\/dashboard\/m\/[^/]+/, pages: await pagesOf('merchant') },
  { name: 'partner', prefix: /^\/dashboard\/p\/[^/]+/, pages: await pagesOf('partner') },
  { name: 'operator', prefix: /^\/dashboard\/op/, pages: await pagesOf('operator') },
  { name: 'me', prefix: /^\/dashboard\/me/, pages: await pagesOf('me') },
]

/** The addresses of an area. The types of its pages are another program's: they are for browsers. */
async function pagesOf(area: string): Promise<Area['pages']> {
  const address = join(import.meta.dirname, '..', '..', 'dashboard', 'src', 'pages', area, 'routes.ts')
  const lists: Record<string, Area['pages']> = await import(address)
  return Object.values(lists)[0]!
}

/** The pattern of an address below the dashboard: `merchant /payments/$id`; undefined when no page is there. */
function patternOf(pathname: string): string | undefined {
  for (const { name, prefix, pages } of areas) {
    const begin = prefix.exec(pathname)?.[0]
    if (begin === undefined) continue
    const parts = (pathname.slice(begin.length) || '/').split('/')
    const fits = (path: string) => {
      const wanted = path.split('/')
      return (
        wanted.length === parts.length && wanted.every((part, i) => part === parts[i] || (part[0] === '$' && parts[i]))
      )
    }
    // What is written out stands above what any id fits.
    const page = pages.filter(({ path }) => fits(path)).sort((a, b) => dollars(a.path) - dollars(b.path))[0]
    return page && `${name} ${page.path}`
  }
  return undefined
}
const dollars = (path: string) => path.split('$').length

async function logIn(context: BrowserContext, url: string, email: string, password: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await pasteIn(page.getByLabel('E-mail address'), email)
  await pasteIn(page.locator('input[type=password]'), password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  return page
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Follows links from where the person begins, and pictures the first page of each pattern. */
async function pictureAllOf(page: Page, url: string, seen: Map<string, Pictured>): Promise<void> {
  const open = [new URL(page.url()).pathname, '/dashboard/me/security', '/dashboard/me/exports']
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    const pattern = patternOf(address)
    if (!pattern || seen.has(pattern)) continue
    const pictured: Pictured = { title: '', name: pattern.replaceAll(/[^a-z]+/g, '-'), address, troubles: [] }
    seen.set(pattern, pictured)
    await pictureOne(page, url, pictured)
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="/dashboard/"]')].map(({ pathname }) => pathname)`,
    )
    open.push(...links)
    // What only typing leads to.
    if (/^(?:merchant|partner|operator) \/$/.test(pattern)) open.push(`${address.replace(/\/$/, '')}/search`)
    report(pictured)
  }
}

/** Axe may not run in the frame of a preview, which runs nothing. */
const isOurs = (text: string) => text.startsWith('Blocked script execution')

async function pictureOne(page: Page, url: string, pictured: Pictured): Promise<void> {
  const { troubles } = pictured
  const onMessage = (message: { type(): string; text(): string }) =>
    message.type() === 'error' && !isOurs(message.text()) && troubles.push(`console: ${message.text()}`)
  page.on('console', onMessage)
  for (const look of looks) {
    const { name, colorScheme, width, height } = look
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    if (name === 'desktop') await page.goto(`${url}${pictured.address}`)
    await pictureLook(page, look, pictured, { settles: () => settled(page) })
  }
  pictured.title = await page.title()
  page.off('console', onMessage)
}

function indexOf(seen: readonly Pictured[], unreached: readonly string[]): string {
  const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const rows = seen.map(({ title, name, address, troubles }) =>
    [
      `<section><h2>${inHtml(title)}</h2><p>${inHtml(address)}</p>`,
      ...troubles.map((trouble) => `<p class="bad">${inHtml(trouble)}</p>`),
      ...looks.map(
        (look) =>
          `<a href="${name}-${look.name}.png"><img loading="lazy" src="${name}-${look.name}.png" alt="${look.name}"></a>`,
      ),
      '</section>',
    ].join('\n'),
  )
  return `<!doctype html><meta charset="utf-8"><title>Pages in pictures</title>
<style>body{font:15px system-ui;margin:24px}img{height:320px;border:1px solid #999;margin:4px;vertical-align:top}.bad{color:#a3201d}</style>
<h1>${seen.length} pages</h1><p>No link reaches: ${inHtml(unreached.join(', ') || 'none')}</p>
${rows.join('\n')}`
}

const framedAlone = process.argv.includes('framed')

async function pictures(server: RunningServer): Promise<number> {
  if (!server.people) throw new Error('The pictures need the seeded logins: FLORIN_ENVIRONMENT=staging.')
  const { people, password } = server.people
  const browser = await openBrowser()
  const seen = new Map<string, Pictured>()
  const framed: Pictured[] = []
  try {
    framed.push(...(await pictureFrames(server, browser)))
    for (const { email } of framedAlone ? [] : people) {
      const context = await browser.newContext({ locale: 'en' })
      const page = await logIn(context, server.publicUrl, email, password.reveal())
      await pictureAllOf(page, server.publicUrl, seen)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const all = areas.flatMap(({ name, pages }) => pages.map(({ path }) => `${name} ${path}`))
  const unreached = framedAlone ? [] : all.filter((pattern) => !seen.has(pattern))
  const taken = [...framed, ...seen.values()]
  await writeFile(join(folder, 'index.html'), indexOf(taken, unreached))
  const bad = taken.filter(({ troubles }) => troubles.length > 0).length
  process.stdout.write(
    `${taken.length} pages, ${bad} with troubles. No link reaches: ${unreached.join(', ') || 'none'}.\n`,
  )
  process.stdout.write(`${join(folder, 'index.html')}\n`)
  return bad + unreached.length
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const data = await mkdtemp(join(tmpdir(), 'florin-pictures-'))
const config = readConfig({ FLORIN_PORT: process.env.FLORIN_PORT ?? '8095', FLORIN_DATA: data })
const server = await startServer(config, silentLog, { playsStory: !framedAlone })
// The story is played in the background and runs the clock meanwhile.
while (server.app.testClock?.isRun()) await setTimeout(1_000)
try {
  process.exitCode = (await pictures(server)) === 0 ? 0 : 1
} finally {
  await server.stop({ noticeMs: 0 })
  await rm(data, { recursive: true, force: true })
}
// The browser would keep it running.
process.exit()
