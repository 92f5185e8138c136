/**
 * Dough, the bank whose customers have our cards: an app for a phone. It behaves like any partner's own: it knows its API
 * key, its signing key and its card product, and uses Florin only through the issuing interface and the webhooks that it
 * receives.
 */
export { demoApp } from './demo-app.ts'
export type { DemoAppOptions } from './options.ts'
