import { hashOf } from './csp.ts'
import { pageStyles } from './page-assets.ts'
import type { RenderedPage } from './page-layout.ts'

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/**
 * The empty document in which the dashboard shows a hosted page that is not stored yet. It has the styles of hosted pages
 * in one colour scheme, whatever the browser prefers, and can do nothing: its policy lets nothing run, load or be sent,
 * and pages of its own origin alone can embed it and fill it.
 */
export function previewFrame(scheme: Scheme): RenderedPage {
  const styles = stylesIn(scheme)
  return {
    body: `<!doctype html><html><head><meta charset="utf-8"><title></title><style>${styles}</style></head><body></body></html>`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${hashOf(styles)}`,
      'img-src data:',
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ].join('; '),
  }
}

/** The styles of hosted pages as a browser reads them that prefers this scheme. */
const stylesIn = (scheme: Scheme): string =>
  pageStyles
    .replace('color-scheme: light dark', `color-scheme: ${scheme}`)
    .replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all')
