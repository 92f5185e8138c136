/**
 * Crumb & Co., the bakery that a newcomer sees first in staging. It behaves like any merchant's own shop: it knows its
 * site id, its private key and the address of the checkout, and uses Florin only through `@florin/client`, a browser
 * and the notifications it receives. It keeps its data in memory.
 */
export { type DemoAppOptions, demoApp } from './app/index.ts'
export { type DemoStoreOptions, demoStore } from './demo-store.ts'
export type { TestCard } from './pages/test-cards.ts'
