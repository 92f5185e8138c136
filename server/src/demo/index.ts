/**
 * Crumb & Co., the bakery a newcomer sees first in staging. It behaves as any merchant's own shop: it knows its site id,
 * its private key and the address of the checkout, and speaks with the house only through `@florin/client`, a browser
 * and the notifications it receives. It keeps what it knows in memory.
 */
export { type DemoStoreOptions, demoStore } from './demo-store.ts'
export type { TestCard } from './pages/test-cards.ts'
