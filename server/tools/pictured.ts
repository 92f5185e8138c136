import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findingsOn } from '../tests/world/accessibility.ts'

/** Where the pictures and their index are written. */
export const folder = join(import.meta.dirname, '..', '..', 'pictures')

export const looks = [
  { name: 'desktop', colorScheme: 'light', width: 1280, height: 860 },
  { name: 'desktop-dark', colorScheme: 'dark', width: 1280, height: 860 },
  { name: 'phone', colorScheme: 'light', width: 360, height: 740 },
  { name: 'phone-dark', colorScheme: 'dark', width: 360, height: 740 },
] as const
export type Look = (typeof looks)[number]

export type Pictured = { title: string; name: string; address: string; troubles: string[] }

/** What `run` finds wrong is a trouble of the page, and the next picture is taken. */
export async function pictureLook(
  page: Page,
  { name }: Look,
  pictured: Pictured,
  { settles, fullPage = true }: { settles(): Promise<void>; fullPage?: boolean },
): Promise<void> {
  const { troubles } = pictured
  try {
    await settles()
    troubles.push(...(await findingsOn(page)).map((finding) => `${name}: ${finding}`))
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      troubles.push(`${name} scrolls sideways`)
    await page.screenshot({ path: join(folder, `${pictured.name}-${name}.png`), fullPage })
  } catch (error) {
    troubles.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
  }
}

export function report({ name, address, troubles }: Pictured): void {
  process.stdout.write(`${troubles.length === 0 ? ' ok ' : 'BAD '} ${name}  ${address}\n`)
  for (const trouble of troubles) process.stdout.write(`       ${trouble}\n`)
}
