/** The connector to Adyen. */
import './tables.ts'

export { adyen } from './adyen.ts'
