import { type Html, raw } from '#kernel/http/html.ts'

/** Icons. They repeat the text beside them, so screen readers skip them. */
const icons = {
  done: '<path d="M4 12.5l5.5 5.5L20 7"/>',
  failed: '<path d="M6 6l12 12M18 6L6 18"/>',
  waiting: '<path d="M12 3a9 9 0 1 1-9 9"/>',
  time: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  bank: '<path d="M3 10l9-6 9 6M5 10v8m4.7-8v8m4.6-8v8M19 10v8M3 20h18"/>',
  way: '<path d="M4 12h15m-6-6l6 6-6 6"/>',
  question: '<path d="M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3M12 18.5v.01"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  globe: '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18"/>',
} as const
export type Icon = keyof typeof icons

export function renderIcon(icon: Icon, classes = ''): Html {
  return raw(
    `<svg${classes && ` class="${classes}"`} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icons[icon]}</svg>`,
  )
}
