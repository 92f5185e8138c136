import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type LiveServer, openLiveServer } from './live-server.ts'
import { openStorePage, reportedTo, type StorePage } from './store-page.ts'

/** A running program and the page of a store in front of it, for all tests of a file; `set` receives both. */
export function withStorePage(set: (opened: { live: LiveServer; store: StorePage }) => void): void {
  let opened: { live: LiveServer; store: StorePage } | undefined
  beforeAll(async () => {
    const live = await openLiveServer()
    opened = { live, store: await openStorePage(live) }
    set(opened)
  })
  afterAll(async () => {
    await opened?.store[Symbol.asyncDispose]()
    await opened?.live.close()
  })
}

/** What the form has reported to the store's page under this name, once it has. */
export async function reported(page: Page, name: string): Promise<unknown> {
  await expect.poll(() => lastReported(page, name), { timeout: 15_000 }).toBeDefined()
  return (await lastReported(page, name))!.value
}

/** The newest report of this name so far. What follows each key is polled: the reports of the last keys may be under way. */
export async function lastReported(page: Page, name: string): Promise<{ value: unknown } | undefined> {
  const last = (await reportedTo(page)).findLast(([event]) => event === name)
  return last && { value: last[1] }
}
