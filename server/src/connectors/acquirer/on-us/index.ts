/** The connector for payments with the cards that this installation issues. */
import './tables.ts'

export { type Issuer, resultsPath } from './context.ts'
export { openOnUs } from './on-us-acquirer.ts'
