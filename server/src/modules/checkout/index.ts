/** The hosted checkout: from a store's signed request to a paid order and the way back to the store, and its pages. */
export type { CheckoutHouse } from './house.ts'
export { checkoutJobs } from './jobs.ts'
export { openSession } from './open-session.ts'
export { pageReply } from './page-reply.ts'
export { readCardInput } from './pages/card-input.ts'
export { chooseLanguage } from './pages/language.ts'
export { scriptInventory } from './pages/page-assets.ts'
// What the sandbox's pretend bank borrows, so that its pages look and speak like ours.
export { renderPassingPage } from './pages/passing.ts'
export { renderSandboxBankPage, type SandboxBankPage } from './pages/sandbox-bank-page.ts'
export type { Frame, Language, RenderedPage } from './pages/view.ts'
export { voiceOf } from './pages/voice.ts'
export { checkoutRoutes } from './routes.ts'
