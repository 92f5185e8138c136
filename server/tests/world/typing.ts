import type { Locator } from 'playwright-core'

/**
 * Types a text into a field as a person does, key by key, in place of what is there, once the scripts of its page have
 * run. Tests have no other way [checked: `server/tests/tidy/typing.test.ts`]: a value that is set at once is one that the
 * script of a field never sees being made.
 */
export async function type(field: Locator, text: string): Promise<void> {
  await selectIn(field)
  if (text === '') await field.press('Delete')
  else await field.pressSequentially(text)
}

/** Puts a text into a field at once, in place of what is there, as the clipboard and password managers do. */
export async function paste(field: Locator, text: string): Promise<void> {
  await selectIn(field)
  await field.page().keyboard.insertText(text)
}

async function selectIn(field: Locator): Promise<void> {
  // Nothing that a page waits for by itself is left then: all of its scripts have run.
  while ((await field.evaluate(({ ownerDocument }) => ownerDocument.readyState)) !== 'complete');
  await field.selectText()
}
