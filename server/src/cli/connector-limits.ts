import { merchantCurrencies } from '#acquiring/ids'
import { type Capabilities, fullCapabilities } from '#connectors/acquirer/port.ts'

/** What a connector cannot do, as text for an operator; empty when it can do everything. */
export function limitsOf(capabilities: Capabilities): string[] {
  const { minMinor, maxMinor } = capabilities.amounts
  const { amounts: all } = fullCapabilities
  const missing = merchantCurrencies.filter((one) => capabilities.currencies?.includes(one) === false)
  const coarse = [...capabilities.amountsIn].flatMap(([code, { stepMinor = 1n }]) => (stepMinor > 1n ? [code] : []))
  return [
    capabilities.payOut ? '' : 'pay out to cards',
    capabilities.partialCapture ? '' : 'capture a part',
    capabilities.merchantInitiated === 'any' ? '' : 'charge cards that other connectors have stored',
    capabilities.walletTokens ? '' : 'take payments of wallets',
    missing.length === 0 ? '' : `take other currencies than ${capabilities.currencies?.join(', ')}`,
    capabilities.networkTransactionId === 'always' ? '' : 'give every card a network transaction id',
    capabilities.inquiry === 'request' ? '' : 'be inquired (it sends messages)',
    capabilities.disputeList ? '' : 'list disputes',
    capabilities.disputeResponses ? '' : 'take responses to disputes',
    capabilities.settlements ? '' : 'list settlements',
    capabilities.settledBy === 'transfer' ? '' : 'be settled by reports (it is settled by an entry of each day)',
    minMinor > all.minMinor ? `take less than ${minMinor} minor units` : '',
    maxMinor < all.maxMinor ? `take more than ${maxMinor} minor units` : '',
    coarse.length === 0 ? '' : `take every minor unit of ${coarse.join(', ')}`,
  ].filter((limit) => limit !== '')
}
