import type { CDPSession, Locator, Page } from 'playwright-core'

/**
 * Types a text into a field as a person does, key by key, in place of what is there, once the scripts of its page have
 * run. Tests have no other way [checked: `server/tests/tidy/typing.test.ts`]: a value that is set at once is one that the
 * script of a field never sees being made.
 */
export async function typeIn(field: Locator, text: string): Promise<void> {
  await select(field)
  if (text === '') await field.press('Delete')
  else await pressKeys(field.page(), text)
}

/** Puts a text into a field at once, in place of what is there, as the clipboard and password managers do. */
export async function pasteIn(field: Locator, text: string): Promise<void> {
  await select(field)
  await field.page().keyboard.insertText(text)
}

/** Types a date into a field of the browser's own, which has its parts in the order of the browser's language: month, day, year. */
export async function typeDay(field: Locator, { year, month, day }: Temporal.PlainDate): Promise<void> {
  // It is entered at its first part.
  await field.blur()
  await select(field)
  await pressKeys(field.page(), [month, day, year].map((part) => String(part).padStart(2, '0')).join(''))
}

/** Focuses a field and selects what is in it. Its document is complete then: all of its scripts have run. */
async function select(field: Locator): Promise<void> {
  const isSelected = () =>
    field.evaluate((input: Typable) => {
      input.focus()
      input.select?.()
      return input.matches(':focus') && input.ownerDocument.readyState === 'complete'
    })
  // What cannot be typed into yet is waited for by `selectText`.
  while (!(await isSelected())) await field.selectText()
}

type Typable = {
  focus(): void
  select?(): void
  matches(selector: string): boolean
  ownerDocument: { readyState: string }
}

/** Each key goes down in its turn, and none is waited for, as fast hands do it: half the work of `keyboard.type`. */
async function pressKeys(page: Page, text: string): Promise<void> {
  const keyboard = await keyboardOf(page)
  const keys = [...text].map((key) => ({ type: 'keyDown', key, text: key, unmodifiedText: key }) as const)
  await Promise.all(keys.map((key) => keyboard.send('Input.dispatchKeyEvent', key)))
}

function keyboardOf(page: Page): Promise<CDPSession> {
  const opened = keyboards.get(page) ?? page.context().newCDPSession(page)
  keyboards.set(page, opened)
  return opened
}
const keyboards = new WeakMap<Page, Promise<CDPSession>>()
