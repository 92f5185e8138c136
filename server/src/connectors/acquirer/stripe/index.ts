/** The connector for Stripe. */
import './tables.ts'

export { stripe } from './stripe-processor.ts'
