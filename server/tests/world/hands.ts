import type { Page } from 'playwright-core'
import { typeIn } from './typing.ts'

/** What a person does in a browser of any engine: fields, buttons and headings by their words. */
export type Hands = {
  goTo(url: string): Promise<void>
  /** Key by key. */
  enter(label: string, text: string): Promise<void>
  press(button: string): Promise<void>
  /** Waits until a page has this heading. */
  sees(heading: string): Promise<void>
  /** Errors in the console, such as those of a policy. */
  complaints: readonly string[]
}

export function handsOn(page: Page): Hands {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return {
    complaints,
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    enter: (label, text) => typeIn(page.getByLabel(label, { exact: true }), text),
    press: (name) => page.getByRole('button', { name }).click(),
    sees: (name) => page.getByRole('heading', { name }).waitFor(),
  }
}
