import type { Place } from './list-address.ts'
import type { Page } from './spec.ts'

/** Whether there is another page is what the reply says of it, never what the count would mean. */
export function turnsOf(page: Page<unknown>): {
  newer?: Place
  older?: Place
  words?: { page: number; pages: number }
} {
  if ('totalIsExact' in page)
    return {
      ...(page.previous && { newer: { before: page.previous } }),
      ...(page.next && { older: { after: page.next } }),
    }
  const pages = Math.max(1, Math.ceil(page.total / page.size))
  return {
    ...(page.page > 1 && { newer: { page: page.page - 1 } }),
    ...(page.page < pages && { older: { page: page.page + 1 } }),
    words: { page: page.page, pages },
  }
}
