import { existsSync } from 'node:fs'
import { launch, type Page } from 'puppeteer-core'
import type { Hands } from './hands.ts'

const places = ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox']
const firefox = places.find((place) => existsSync(place))

/** For the title of a test: whether the machine has a Firefox, and how it gets one. */
export const firefoxIfAny =
  firefox === undefined ? 'not tried: no Firefox here (apt-get install firefox-esr)' : 'Firefox'

/** The machine's Firefox, over WebDriver BiDi, each visitor with cookies of their own; undefined where there is none. */
export async function openFirefox() {
  if (firefox === undefined) return undefined
  const browser = await launch({ browser: 'firefox', executablePath: firefox, headless: true })
  return {
    visit: async (): Promise<Hands> => handsOn(await (await browser.createBrowserContext()).newPage()),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

function handsOn(page: Page): Hands {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const named = (role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
  return {
    complaints,
    goTo: async (url) => void (await page.goto(url)),
    enter: async (label, text) => {
      await named('textbox', label).click()
      await page.keyboard.type(text)
    },
    press: (button) => named('button', button).click(),
    sees: async (heading) => void (await named('heading', heading).wait()),
  }
}
