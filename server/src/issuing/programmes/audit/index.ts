/** The audit of programmes: which of their facts are sealed, and what the keys of products must be. */

export { checkProductKeys } from './check-product-keys.ts'
export { sealed } from './sealed.ts'
