/** The hosted checkout: from a store's signed request to a paid order and the way back to the store, and its pages. */
export type { CheckoutContext } from './context.ts'
export { checkoutJobs } from './jobs.ts'
export { openSession } from './open-session.ts'
export { pageIsOpen } from './page-is-open.ts'
export { pageReply } from './page-reply.ts'
export { renderSandboxBankPage, type SandboxBankPage } from './pages/sandbox-bank-page.ts'
export { checkoutRoutes } from './routes.ts'
export { signerIn } from './signing-key.ts'
