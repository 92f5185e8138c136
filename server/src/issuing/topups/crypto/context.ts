import type { Rates } from '#core/rates'
import type { TopupsContext } from '../context.ts'

/** What topups in coins work with besides. */
export type CryptoContext = TopupsContext & { rates: Rates }
